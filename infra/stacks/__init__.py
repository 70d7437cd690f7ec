"""The stacks, in the order in which they are deployed: data, search, workflows, api, observability."""
