"""Tests of terrain in files of other programs: nothing is lost on the way out and back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.bad_input import BadInputError
from rules.table.files.geojson import terrain_from_geojson, terrain_to_geojson
from rules.table.files.universal_vtt import terrain_from_vtt, terrain_to_vtt
from rules.table.snapshot import TableSize, Terrain
from rules.table.units import Inches

TABLE = TableSize(width=Inches(36.0), depth=Inches(24.0))


def area(name: str, *, x: float = 2.0, y: float = 3.0, kind: str = "woods") -> Terrain:
    corners = ((x, y), (x + 4.0, y), (x + 5.0, y + 2.5), (x + 1.0, y + 3.0))
    outline = tuple((Inches(a), Inches(b)) for a, b in corners)
    return Terrain(id=name, kind=kind, outline=outline, height=Inches(1.5), sigma=Inches(0.0625))


places = st.floats(0.0, 20.0)


@given(x=places, y=places)
def test_both_formats_give_back_what_they_were_given(x: float, y: float) -> None:
    areas = (area("W1", x=x, y=y), area("B1", x=y, y=x, kind="building"))
    assert terrain_from_geojson(terrain_to_geojson(areas)) == areas
    assert terrain_from_vtt(terrain_to_vtt(areas, table=TABLE)) == (TABLE, areas)


def test_walls_run_south_from_the_north_west_corner_and_close() -> None:
    told = json.loads(terrain_to_vtt([area("W1")], table=TABLE))
    (wall,) = told["line_of_sight"]
    assert wall[0] == {"x": 2.0, "y": 21.0} == wall[-1]
    assert len(wall) == 5
    assert told["resolution"]["map_size"] == {"x": 36.0, "y": 24.0}


def test_what_one_can_look_through_is_no_wall_and_is_not_lost() -> None:
    areas = (area("R1", kind="road"), area("W1"))
    text = terrain_to_vtt(areas, table=TABLE, see_through=["road"])
    assert len(json.loads(text)["line_of_sight"]) == 1
    assert terrain_from_vtt(text)[1] == areas


def test_a_map_of_another_program_gives_its_closed_walls() -> None:
    told = json.loads(terrain_to_vtt([area("W1"), area("W2", x=9.0)], table=TABLE))
    del told["paper_umpire"]
    told["line_of_sight"].append([{"x": 1, "y": 1}, {"x": 5, "y": 1}])
    told["image"] = "AAAA"
    table, found = terrain_from_vtt(json.dumps(told))
    assert table == TABLE
    assert [each.id for each in found] == ["wall-1", "wall-2"]
    assert found[0].outline == area("W1").outline
    assert found[0].kind == "terrain"


def test_a_drawing_without_names_gets_some() -> None:
    told = json.loads(terrain_to_geojson([area("W1"), area("W2", x=9.0)]))
    for feature in told["features"]:
        del feature["id"], feature["properties"]
    found = terrain_from_geojson(json.dumps(told))
    assert [(each.id, each.kind, each.height) for each in found] == [
        ("area-1", "terrain", 0.0),
        ("area-2", "terrain", 0.0),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[]", "GeoJSON: expected an object"),
        ("{", "GeoJSON, line 1"),
        ('{"type": "Feature"}', "type: expected 'FeatureCollection', got 'Feature'"),
        ('{"type": "FeatureCollection"}', "features: expected a list"),
        (
            '{"type": "FeatureCollection", "features": [{"geometry": {"type": "Point"}}]}',
            r"features\[0\].geometry.type: expected 'Polygon', got 'Point'",
        ),
        (
            '{"type": "FeatureCollection", "features": [{"geometry": {"type": "Polygon", '
            '"coordinates": [[[0,0],[2,2],[2,0],[0,2]]]}}]}',
            "expected a simple outline",
        ),
        (
            '{"type": "FeatureCollection", "features": [{"geometry": {"type": "Polygon", '
            '"coordinates": [[[0,0],[4,0],[4,4]], [[1,1],[2,1],[2,2]]]}}]}',
            "expected one ring: terrain has no holes, got 2 rings",
        ),
    ],
)
def test_a_bad_drawing_is_refused_where_it_is_bad(text: str, complaint: str) -> None:
    with pytest.raises(BadInputError, match=complaint):
        terrain_from_geojson(text)


def test_two_areas_of_one_name_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"features\[1\].id: expected an id of its own"):
        terrain_from_geojson(terrain_to_geojson([area("W1"), area("W1", x=9.0)]))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3", "Universal VTT: expected an object, got 3"),
        ("{}", "resolution.map_size: expected x and y in squares, got nothing"),
        (
            '{"resolution": {"map_size": {"x": 10, "y": 10}}, "line_of_sight": [[{"x": "a"}]]}',
            r"line_of_sight\[0\]\[0\].x: expected a number",
        ),
        ('{"resolution": {"map_size": {"x": 0, "y": 10}}}', "width_in: expected 1 to 1000"),
    ],
)
def test_a_bad_map_is_refused_where_it_is_bad(text: str, complaint: str) -> None:
    with pytest.raises(BadInputError, match=complaint):
        terrain_from_vtt(text)
