/** How `orch up` begins: its command line and port, in the background, interrupted. */
import { eventually } from "../../testing/eventually.ts";
import { pathExists } from "../../toolkit/process/path_exists.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ask, ORCH, orch, Place, run } from "./place.ts";

Deno.test("a port that is taken is named", async () => {
  await using place = new Place();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { code, err } = await place.up(`--port=${port}`).ended();
  assertEquals(code, 1);
  assert(err.startsWith(`Error: port ${port} of 127.0.0.1 is taken by another program`), err);
});

Deno.test("Ctrl-C while orch up starts ends what was started", async () => {
  await using place = new Place();
  await using up = place.up();
  await up.line(/client configs/);
  up.interrupt();
  const { code, out } = await up.ended();
  assertEquals(code, 130, out);
  assert(out.includes("Interrupted: what was started has ended."), out);
  await using _ = await place.ready();
});

Deno.test("orch up --detach returns when the cluster is ready", async () => {
  await using place = new Place();
  const { code, out, err } = await place.up("--detach").ended();
  assertEquals([code, err], [0, ""]);
  assert(/^Ready after/m.test(out), out);
  assertEquals((await ask(place, "admin", "/readyz")).status, 200);
  const again = await place.up("--detach").ended();
  assertEquals(again.code, 1);
  assert(again.err.includes("orch up runs already: process"), again.err);
  const down = await place.orch("down");
  assert(/has ended, after/.test(down.out), down.out);
});

Deno.test("Ctrl-C while orch up --detach waits ends what was started", async () => {
  await using place = new Place();
  await using up = place.up("--detach");
  await eventually("it is recorded", () => pathExists(`${place.state}/running.json`));
  up.interrupt();
  const { code, err } = await up.ended();
  assertEquals(code, 130, err);
  assert(err.includes("Interrupted: what was started has ended."), err);
  assertEquals((await place.orch("status")).code, 1);
});

Deno.test("orch up --detach that can't start says why", async () => {
  await using place = new Place();
  const { code, err } = await place.up("-d", "--apiserver-arg=--no-such-flag").ended();
  assertEquals(code, 1);
  assert(err.includes("unknown flag: --no-such-flag"), err);
});

Deno.test("orch up, down, status and reset check their command lines", async () => {
  const cases: [args: string[], message: string][] = [
    [["up", "--no-such-flag"], "unknown flag: --no-such-flag"],
    [["up", "word"], 'orch up takes only flags, not "word"'],
    [["up", "--port=65536"], 'invalid argument "65536" for "--port" flag'],
    [["up", "--bind-address=here"], 'invalid argument "here" for "--bind-address" flag'],
    [["up", "--apiserver-arg=v"], "must be a flag"],
    [["up", "--apiserver-arg=--secure-port=1"], "orch up sets this one itself"],
    [["up", "--apiserver-arg=--etcd-servers=x"], "orch up sets this one itself"],
    [["down", "--yes"], "unknown flag: --yes"],
    [["status", "-o", "xml"], 'invalid argument "xml"'],
    [["reset", "all"], 'orch reset takes only flags, not "all"'],
  ];
  await using place = new Place();
  await Promise.all(cases.map(async ([[command, ...args], message]) => {
    const { code, err } = await place.orch(command!, ...args);
    assertEquals(code, 2, args.join(" "));
    assert(err.includes(message), `${args}: ${err}`);
  }));
  for (const command of ["up", "down", "status", "reset"]) {
    const { code, out } = await orch(command, "--help");
    assertEquals(code, 0);
    assert(out.includes(`orch ${command} [flags]`) && out.includes("--state folder"), out);
  }
  const standard = await run(ORCH, ["status"], { XDG_STATE_HOME: place.state });
  assertEquals([standard.code, standard.err], [
    1,
    `No orch up runs on the state folder ${place.state}/orch.\n`,
  ]);
});
