/**
 * What a process takes that holds so many bytes in buffers of a megabyte, and has no code of this project:
 * `informer_floor.ts BYTES` made them itself; with `URL PODS PAGE` they were cut out of the pages of a list,
 * which `fetch` brought.
 *
 * @module
 */

const BUFFER_BYTES = 1024 * 1024;
const REST_MS = 3000;

const [bytes = "", url, pods = "", page = ""] = Deno.args;
const buffers: Uint8Array[] = [];
let end = BUFFER_BYTES;

function hold(piece: Uint8Array): void {
  for (let from = 0; from < piece.length;) {
    if (end === BUFFER_BYTES) {
      buffers.push(new Uint8Array(BUFFER_BYTES));
      end = 0;
    }
    const part = piece.subarray(from, from + BUFFER_BYTES - end);
    buffers.at(-1)!.set(part, end);
    end += part.length;
    from += part.length;
  }
}

if (url === undefined) {
  const piece = new Uint8Array(BUFFER_BYTES).fill(1);
  for (let rest = Number(bytes); rest > 0; rest -= piece.length) hold(piece.subarray(0, rest));
} else {
  const count = Number(pods) / Number(page);
  for (let at = 0; at < count; at++) {
    const first = at * Number(page);
    const response = await fetch(`${url}/api/v1/pods?limit=${page}&continue=${first}`);
    hold((await response.bytes()).subarray(0, Number(bytes) / count));
  }
}
await new Promise((resolve) => setTimeout(resolve, REST_MS));
console.log(Deno.memoryUsage().rss);
Deno.exit(0);
