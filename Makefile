# Everything a developer does. Any Python from 3.11 to 3.13 will do: make run PYTHON=/path/to/python3
# Ports can be chosen: make run PORT=4600 OPENSEARCH_PORT=9300

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# the first that is new enough and works
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && { command -v $$p; break; }; done)
ifeq ($(strip $(PYTHON)),)
$(error no Python 3.11, 3.12 or 3.13 was found; name one: make run PYTHON=/path/to/python3)
endif

export PORT ISSUER_PORT OPENSEARCH_PORT DATA TEXTS LOCOMO BEAM MEM0_PYTHON
export PYTHONDONTWRITEBYTECODE := 1
# exec: a make that is killed takes the command with it
LOCAL := @exec "$(PYTHON)" -m infra.local
# the shell's own USER is not meant
WHO := $(if $(findstring command,$(origin USER)),$(USER))

# what a command cannot do without, told in one line
need = $(if $(strip $(1)),,$(error $(2)))

.PHONY: help run stop status logs clean setup tour import ask token receipt invoke redrive synth test lint fmt pins bench

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: ## set up what is missing, start, deploy, show the tour; leaves it running
	$(LOCAL) run

stop: ## stop everything; data stays
	$(LOCAL) stop

status: ## what runs, where, and what waits for a person
	$(LOCAL) status

logs: ## the ends of the logs: make logs [NAME=api|ministack|opensearch|deploy|...] [FOLLOW=1]
	$(LOCAL) logs $(NAME) $(if $(FOLLOW),--follow)

clean: ## stop, and remove this checkout's state; ALL=1: the cache of toolchains too
	$(LOCAL) clean $(if $(ALL),--all)

setup: ## only fetch what is missing
	$(LOCAL) setup

tour: ## play the sample conversation, or another: make tour [FILE=...]
	$(LOCAL) tour $(if $(FILE),--file "$(FILE)")

import: ## take in chat logs: make import FILE=... [USER=...]
	$(call need,$(FILE),which file? make import FILE=chats.json USER=me)
	$(LOCAL) import "$(FILE)" $(if $(WHO),--user "$(WHO)") $(ARGS)

ask: export QUESTION = $(Q)
ask: ## ask a question: make ask Q="..." USER=... [ARGS="--as-of 2025-06-15"]
	$(call need,$(Q),ask what? make ask Q="what did I say about ..." USER=me)
	$(call need,$(WHO),who asks? make ask Q="..." USER=me)
	$(LOCAL) ask "$$QUESTION" --user "$(WHO)" $(if $(TENANT),--tenant "$(TENANT)") $(ARGS)

token: ## a token for the API, an end user's or the backend's: make token [TENANT=home] [USER=...]
	$(LOCAL) token $(if $(TENANT),--tenant "$(TENANT)") $(if $(WHO),--user "$(WHO)") $(ARGS)

receipt: ## read an erasure's receipt and check its signature: ... | make receipt [PUBLIC_KEY=file]
	$(LOCAL) receipt $(if $(PUBLIC_KEY),--key "$(PUBLIC_KEY)")

invoke: ## call a deployed function: make invoke FN=ingest EVENT=events/....json
	$(call need,$(FN),which function? make invoke FN=api EVENT=events/api/health.json)
	$(call need,$(EVENT),with which event? make invoke FN=$(FN) EVENT=events/....json)
	$(LOCAL) invoke "$(FN)" "$(EVENT)"

synth: ## the CloudFormation templates for AWS, in build/cdk.out
	$(LOCAL) synth

redrive: ## start again what has failed, jobs and dead letters: make redrive [TENANT=home] [AWS=1]
	$(LOCAL) redrive $(if $(TENANT),--tenant "$(TENANT)") $(if $(AWS),--aws) $(ARGS)

test: ## lint and all tests; needs no make run: make test [ARGS="tests/unit -k name"]
	$(LOCAL) test $(ARGS)

lint: ## style, types, the arrows between layers
	$(LOCAL) lint

fmt: ## put the code into its form
	$(LOCAL) fmt

bench: ## all measurements: tables here, figures in build/bench/
	$(LOCAL) bench $(ARGS)

bench-%: ## one of them
	$(LOCAL) bench $* $(ARGS)

pins: ## resolve the requirements again, with hashes: make pins [UPGRADE=1]
	$(LOCAL) pins $(if $(UPGRADE),--upgrade)
