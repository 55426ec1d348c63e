/** The stock Python client, with custom resources. */

import { startTestServer } from "../../../testing/api_server.ts";
import { PYTHON_HINT, pythonWithClient } from "../../../testing/python.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { definitionOf } from "./definitions.ts";

const SCRIPT = new URL("./python_client.py", import.meta.url).pathname;

const python = pythonWithClient();
const what = "the Python client creates, watches, patches, applies and deletes custom resources";

Deno.test({
  name: python === undefined ? `${what} [needs ${PYTHON_HINT}]` : what,
  ignore: python === undefined,
  async fn() {
    await using server = await startTestServer();
    const { success, stdout, stderr } = await new Deno.Command(python ?? "", {
      args: [SCRIPT, server.url, "test-token", JSON.stringify(definitionOf())],
      stdout: "piped",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
      made: { size: 3, mode: "slow", replicas: 1 },
      refused: [422, "Invalid"],
      merged: { size: 3, mode: "fast", replicas: 1, free: { b: 1 } },
      first: [["ADDED", "a"], ["MODIFIED", "a"]],
      patched: { size: 5, mode: "fast", replicas: 1 },
      scale: { replicas: 1 },
      status: [{ replicas: 4 }, 5],
      applied: [{ name: "wheel", weight: 2 }],
      together: ["wheel", "door"],
      conflict: [409, "Conflict"],
      forced: {
        size: 6,
        mode: "fast",
        replicas: 4,
        parts: [{ name: "wheel", weight: 2 }],
      },
      managers: ["one", "two"],
      rest: [
        ["MODIFIED", "a"],
        ["MODIFIED", "a"],
        ["MODIFIED", "a"],
        ["MODIFIED", "a"],
        ["MODIFIED", "a"],
        ["MODIFIED", "a"],
        ["ADDED", "b"],
        ["DELETED", "a"],
      ],
      gone: [404, "NotFound"],
      left: [],
      last: [["DELETED", "b"]],
      undefined: [],
    });
  },
});
