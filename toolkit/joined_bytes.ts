/** Pieces of bytes, `length` of them in all, one after the other in one piece. */
export function joinedBytes(
  pieces: readonly Uint8Array[],
  length: number = pieces.reduce((sum, piece) => sum + piece.length, 0),
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
