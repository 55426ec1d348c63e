/** What the steps came to, as lines of JSON on standard output. */

/** Whether a step failed so far. */
let bad = false;

/** Whether a step failed. */
export const anyFailed = () => bad;

/** How long a step may take. */
const STEP_MS = 60_000;

/**
 * Runs a step. What it returns is what it saw, which is to be the same of every server.
 * @param {string} subject
 * @param {string} step
 * @param {() => unknown} run
 */
export async function step(subject, step, run) {
  const began = performance.now();
  const line = { subject, step };
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`took longer than ${STEP_MS} ms`)),
      STEP_MS,
    );
  });
  try {
    const saw = await Promise.race([run(), late]);
    if (saw !== undefined) line.saw = saw;
  } catch (error) {
    bad = true;
    line.error = saying(error);
  } finally {
    clearTimeout(timer);
  }
  console.log(
    JSON.stringify({ ...line, ms: Math.round(performance.now() - began) }),
  );
}

/** What an error says, a server's answer before all. */
function saying(error) {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return error.code === undefined ? error.stack : `${error.code}: ${error.message}`;
}

/**
 * What was refused: the code and the words of the answer. Throws where nothing was.
 * @param {() => Promise<unknown>} ask
 */
export async function refusal(ask) {
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    if (error.code === undefined) throw error;
    const { reason, message, details } = status(error.body);
    return { code: error.code, reason, message, details };
  }
  throw new Error(`was not refused: ${JSON.stringify(answer)}`);
}

/** An answer that says no, of which clients keep the text or what it was parsed to. */
function status(body) {
  if (typeof body !== "string") return body ?? {};
  try {
    return JSON.parse(body);
  } catch {
    return { message: body };
  }
}

/** What differs from server to server and from run to run. */
const OWN = new Set([
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "selfLink",
  "time",
]);

/** An object without what no two servers say alike. */
export function plain(object) {
  return JSON.parse(
    JSON.stringify(object, (key, value) => OWN.has(key) ? undefined : value),
  );
}
