"""Layers are unpacked once."""

from tests.local.emulators import Running, zipped


def test_two_functions_share_one_unpacked_layer(emulator: Running) -> None:
    published = emulator.functions.publish_layer_version(
        LayerName="shared", Content={"ZipFile": zipped({"python/shared_part.py": "x = 1"})}
    )
    for name in ("left", "right"):
        emulator.function(name, "import shared_part\ndef handler(e, c): return shared_part.__file__", layers=[published["LayerVersionArn"]])
    assert emulator.call("left") == emulator.call("right")
