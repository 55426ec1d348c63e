/** The processes of `orch up`: killed, waited for, ended at once. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { allEnd, ask, Place, PROCESSES } from "./place.ts";

Deno.test("a killed orch up leaves no process behind, and the next one goes on with its state", async () => {
  await using place = new Place();
  await using first = await place.ready();
  const { pid, children } = place.record();
  assertEquals(pid, first.process.pid);
  assertEquals(children.length, PROCESSES);
  first.process.kill("SIGKILL");
  await first.process.status;
  const gone = await place.orch("down");
  assertEquals([gone.code, gone.out], [0, `No orch up runs on the state folder ${place.state}.\n`]);
  await allEnd(children);
  const log = await Deno.readTextFile(`${place.state}/logs/apiserver.log`);
  assert(log.includes("The server has stopped"), log);

  await using second = await place.ready();
  assert(/last run +was killed/.test(second.out), second.out);
  assert(/certificates +kept/.test(second.out), second.out);
  assertEquals((await ask(place, "admin", "/api/v1/namespaces/default")).status, 200);
});

Deno.test("the next orch up waits for a process of a killed one", async () => {
  await using place = new Place();
  await using first = await place.ready();
  const { children } = place.record();
  // It can't notice anything for now.
  Deno.kill(children[0]!.pid, "SIGSTOP");
  first.process.kill("SIGKILL");
  await first.process.status;
  await using second = place.up();
  try {
    await second.line(new RegExp(`waiting for its processes to end: ${children[0]!.pid}\\b`));
    assertEquals(place.record().children, children);
  } finally {
    Deno.kill(children[0]!.pid, "SIGCONT");
  }
  await second.line(/^Ready after /);
  await place.allRun();
});

Deno.test("a second Ctrl-C ends everything at once", async () => {
  await using place = new Place();
  await using up = await place.ready();
  const { children } = place.record();
  Deno.kill(children[0]!.pid, "SIGSTOP");
  up.interrupt();
  await up.line(/Ctrl-C again ends at once/);
  up.interrupt();
  const { code, out } = await up.ended();
  assertEquals(code, 130);
  assert(out.includes("Ended at once."), out);
  await allEnd(children);
});
