import { assertEquals } from "../deps/assert.ts";
import { inOnePiece } from "./one_piece.ts";

Deno.test("a text in one piece is the same text", () => {
  for (const text of ["", "a", "x".repeat(12), `${"x".repeat(12)}yz`, "é€😀".repeat(9).slice(1)]) {
    assertEquals(inOnePiece(text), text);
  }
});
