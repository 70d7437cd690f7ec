"""Ports: a taken one is named."""

import socket

import pytest

from infra.local.errors import LocalError
from infra.local.ports import Ports


def test_a_taken_port_is_named_with_the_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        free = Ports.free()
        with pytest.raises(LocalError) as refused:
            Ports(free.api, free.issuer, port).require_free()
    assert f"port {port}, wanted for OpenSearch, is in use" in str(refused.value)
    assert "make run OPENSEARCH_PORT=" in str(refused.value)


def test_free_ports_are_free_and_different() -> None:
    ports = Ports.free()
    assert len({ports.api, ports.issuer, ports.opensearch}) == 3
    ports.require_free()


def test_ports_are_chosen_by_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "ISSUER_PORT", "OPENSEARCH_PORT"):
        monkeypatch.delenv(name, raising=False)
    assert Ports.chosen() == Ports()
    monkeypatch.setenv("PORT", "5000")
    assert Ports.chosen() == Ports(5000, 5001, Ports().opensearch)
    monkeypatch.setenv("OPENSEARCH_PORT", "http")
    with pytest.raises(LocalError, match="OPENSEARCH_PORT=http is not a port"):
        Ports.chosen()
