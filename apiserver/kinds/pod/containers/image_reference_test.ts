import { assertEquals } from "../../../../toolkit/deps/assert.ts";
import { imageTag } from "./image_reference.ts";

const HEX = "0123456789abcdef".repeat(4);
const ROWS: readonly (readonly [image: string, tag: string | undefined])[] = [
  ["nginx", "latest"],
  ["nginx:1.2", "1.2"],
  ["nginx:latest", "latest"],
  ["library/nginx", "latest"],
  ["localhost/nginx", "latest"],
  ["registry.example.com:5000/a/b_c/d--e:v1", "v1"],
  ["[fd00::1]:5000/a", "latest"],
  [`nginx@sha256:${HEX}`, ""],
  [`nginx:1@sha256:${HEX}`, "1"],
  ["nginx@sha256:0", undefined],
  ["Nginx", undefined],
  ["Registry/nginx", "latest"],
  ["a b", undefined],
  ["-a", undefined],
  ["a/../b", undefined],
  ["", undefined],
  [HEX, undefined],
  ["a:", undefined],
  [`a/${"b".repeat(256)}`, undefined],
];

Deno.test("imageTag() is the tag of what images are called", () => {
  for (const [image, tag] of ROWS) assertEquals(imageTag(image), tag, image);
});
