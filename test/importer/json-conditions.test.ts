import { describe, expect, it } from "vitest";
import { pointerOf, pointerOfQuery } from "../../src/importer/json-conditions.ts";

describe("a path of names and positions", () => {
  it.each([
    ["", ""],
    [".user.list[0]", "/user/list/0"],
    ["user.[0].name", "/user/0/name"],
    ["[0]name", "/0/name"],
    [".a/b~c d", "/a~1b~0c d"],
    [".a..b", null],
    [".a.", null],
    [".list[*]", null],
    [".list[x]", null],
    [".a == any(1].b", null],
  ])("%s is the pointer %s", (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer);
  });

  it("is read once, however long its names are", () => {
    const name = "a ".repeat(50_000);
    expect(pointerOf(`.${name}`)).toBe(`/${name}`);
    expect(pointerOf(`.${name}(`)).toBeNull();
    expect(pointerOf(`${".a".repeat(50_000)}(`)).toBeNull();
    expect(pointerOfQuery(`$.${"a".repeat(50_000)}(`)).toBeNull();
  });
});
