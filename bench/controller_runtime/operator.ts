/**
 * The operator of `main.go` beside this file, written with the toolkit: its reconciler does nothing with the
 * object that it is handed, and it prints the same lines.
 *
 * @module
 */

import {
  ConfigMap,
  createClient,
  defineController,
  defineOperator,
  defineResource,
  type Result,
  silentLogger,
  Type,
} from "../../toolkit/mod.ts";

const [config = "", kind = "", objectsText = "", againText = ""] = Deno.args;
const objects = Number(objectsText);
const again = Number(againText);

const Widget = defineResource({
  group: "bench.example",
  version: "v1",
  kind: "Widget",
  spec: Type.Object({ data: Type.Optional(Type.Record(Type.String())) }),
});

let seen = 0;
let began = 0;

function reconcile(): Result | void {
  seen++;
  if (seen === 1) tell("first");
  else if (seen === objects) tell("all");
  else if (seen === objects + 1) began = performance.now();
  else if (seen === objects + again) tell("again", performance.now() - began);
  else if (seen === 2 * objects + again) tell("changed");
  // As often as this asks for it, as often it comes back: at first when all are through.
  if (seen <= objects) return { requeueAfter: "3s" };
  if (seen <= again) return { requeueAfter: 1 };
}

function tell(what: string, ms = 0): void {
  console.log(JSON.stringify({ what, ms }));
}

const own = kind === "widgets"
  ? defineController({ for: Widget, concurrency: 8, reconcile })
  : defineController({ for: ConfigMap, concurrency: 8, reconcile });
const operator = defineOperator({
  name: "bench",
  namespaces: ["bench"],
  controllers: [own],
  leaderElection: false,
});
const stop = new AbortController();
Deno.addSignalListener("SIGTERM", () => stop.abort());
await using client = await createClient({ config });
const running = await operator.run({ client, signal: stop.signal, logger: silentLogger });
await running.done;
