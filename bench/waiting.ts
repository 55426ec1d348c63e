/**
 * How long others wait while a server is busy with something large.
 *
 * @module
 */

import { Connection } from "./api/connection.ts";
import { TOKEN } from "./api/machine.ts";

/** Where somebody asks for something small meanwhile, over and over. */
const SMALL = "/api/v1/namespaces/default";
/** Answers that come before what is measured begins, and after it ends: a wait may last longer. */
const AROUND = 3;

/** Runs something; gives its time, and the longest that a small request waited, in milliseconds. */
export async function longestWait(
  port: number,
  ca: string,
  run: () => Promise<unknown>,
): Promise<{ readonly took: number; readonly waited: number }> {
  const connection = await Connection.open(port, ca, TOKEN);
  let waited = 0;
  let left = Infinity;
  const asking = (async () => {
    for (; left > 0; left--) {
      const asked = performance.now();
      await connection.request("GET", SMALL);
      waited = Math.max(waited, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 100));
  waited = 0;
  const started = performance.now();
  await run();
  const took = performance.now() - started;
  left = AROUND;
  await asking;
  connection.close();
  return { took, waited };
}
