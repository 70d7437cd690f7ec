"""Every function killed at every call that it makes, and every state machine stopped between any two of its states; then what AWS does.

Nothing here is chosen by hand: the calls are those of the protocols in `mnemon.ports` (`wires`), the states and the arrows between them
are those of `infra/workflows/*.asl.json` (`machine`), the functions are the handlers and compositions of `functions/` (`lambdas`). A story
(`stories`) is run once undisturbed, which counts the calls; then once for each of them, killed there (`proof`). Afterwards whatever AWS or
a client repeats is repeated (`cloud`), and the stores must hold what they held in the undisturbed run (`traces`).
"""
