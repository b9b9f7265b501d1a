import { describe, expect, it } from "vitest";
import { EMPTY, gameFace } from "../src/lib/face";
import { silhouetteOf, typeSilhouette } from "../src/map/silhouettes";
import { told } from "./face";

describe("silhouettes", () => {
  const face = gameFace({ ...told, types: [{ type: "Cat", short: "Cat", shape: "turreted", silhouette: "tiger" }, { type: "Dog", shape: "turretless" }, { type: "Fox", shape: "truck", silhouette: "none such" }] });

  it("are a type's own, or else those of its class", () => {
    expect(typeSilhouette(face, "Cat")).toBe(silhouetteOf({ silhouette: "tiger" }));
    expect(typeSilhouette(face, "Dog")).toBe(silhouetteOf({ shape: "turretless" }));
    expect(typeSilhouette(face, "Fox")).toBe(silhouetteOf({ shape: "truck" }));
    expect(typeSilhouette(EMPTY, "Cow")).toBe(silhouetteOf({ shape: "turreted" }));
    expect(typeSilhouette(EMPTY, "").top).toEqual([]);
  });
});
