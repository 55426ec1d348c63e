/** One `orch up` from its start to the deletion of its state. */
import { getPriority } from "node:os";
import { systemClock } from "../../toolkit/clock.ts";
import { CLIENT_NICENESS, NICEST } from "../../toolkit/cli/up/niceness.ts";
import { outlived } from "../../toolkit/cli/up/run_record.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { addressIn, ask, Place, steps } from "./place.ts";

Deno.test("orch up is looked at, asked, mended, ended and deleted", async (t) => {
  const step = steps(t);
  await using place = new Place();
  await step("orch status says when nothing runs", async () => {
    const none = await place.orch("status");
    assertEquals([none.code, none.out, none.err], [
      1,
      "",
      `No orch up runs on the state folder ${place.state}.\n`,
    ]);
  });
  await using up = await place.ready();
  await up.line(/Pods run on a simulated node, without containers/);
  await step("orch status shows what runs", async () => {
    const address = addressIn(up.out);
    const [child] = place.record().children;
    const [table, json] = await Promise.all([place.orch("status"), place.orch("status", "-ojson")]);
    assertEquals(table.code, 0, table.err);
    const [head, row, ...others] = table.out.split("\n");
    assertEquals(head!.split(/\s{2,}/), [
      ...["PROCESS", "PID", "STATE", "READY SINCE", "RESTARTS", "ADDRESS", "LOG"],
    ]);
    const cells = row!.split(/\s{2,}/);
    assertEquals([...cells.slice(0, 3), ...cells.slice(4)], [
      ...["API server", String(child!.pid), "ready", "0", address],
      `${place.state}/logs/apiserver.log`,
    ]);
    const pids = place.record().children.map(({ pid }) => String(pid));
    const [controllers, scheduler, nodes] = others.map((line) => line.split(/\s{2,}/).slice(0, 3));
    for (const [name, ...found] of [controllers, scheduler, nodes] as string[][]) {
      assert(pids.includes(found[0]!), `${name} is ${found}`);
      assertEquals(found[1], "ready", name);
    }
    assertEquals([controllers![0], scheduler![0], nodes![0]], [
      "controller manager",
      "scheduler",
      "simulated nodes",
    ]);
    for (const fact of [place.state, `file:${place.state}/store.kv`, "kubernetes", "orch up"]) {
      assert(table.out.includes(fact), table.out);
    }
    assertEquals(JSON.parse(json.out).children[0].pid, child!.pid);
  });
  await step("no process is told what it has to remark on", async () => {
    for (const name of ["apiserver", "controller-manager", "scheduler", "nodeagent"]) {
      const log = await Deno.readTextFile(`${place.state}/logs/${name}.log`);
      assert(!log.includes("Note on a flag"), log);
    }
  });
  await step("who asks the API server yields to it", () => {
    const [server, ...others] = place.record().children.map(({ pid }) => getPriority(pid));
    assertEquals(server, getPriority());
    const theirs = Math.min(server! + CLIENT_NICENESS, NICEST);
    for (const niceness of others) assertEquals(niceness, theirs);
    return Promise.resolve();
  });
  await step("a client without credentials reaches health and nothing else", async () => {
    const cases: [as: "admin" | "nobody", path: string, statuses: number[]][] = [
      ["admin", "/api/v1/namespaces", [200]],
      ["nobody", "/api/v1/namespaces", [401, 403]],
      ["nobody", "/metrics", [401, 403]],
      ["nobody", "/healthz", [200]],
      ["nobody", "/readyz", [200]],
    ];
    for (const [as, path, statuses] of cases) {
      const { status } = await ask(place, as, path);
      assert(statuses.includes(status), `${as} ${path}: ${status}`);
    }
  });
  await step("tokens are issued in the name by which pods know the API server", async () => {
    const response = await ask(place, "admin", "/.well-known/openid-configuration");
    const { issuer } = await response.json();
    assertEquals(issuer, "https://kubernetes.default.svc.cluster.local");
  });
  await step("a process that ends is started again, and orch up tells of it", async () => {
    const [before] = place.record().children;
    Deno.kill(before!.pid, "SIGKILL");
    const told = await up.line(/ended by/);
    assert(/The API server was ended by SIGKILL; it is started again in 0.25 s/.test(told), told);
    await up.line(/API server +ready again/);
    const { children: [child] } = JSON.parse((await place.orch("status", "--output=json")).out);
    assertEquals([child.state, child.restarts, child.pid !== before!.pid], ["ready", 1, true]);
    assertEquals((await ask(place, "admin", "/api/v1/namespaces/default")).status, 200);
  });
  await step("orch reset deletes no state that something runs on", async () => {
    const busy = await place.orch("reset", "--yes");
    assertEquals([busy.code, busy.out], [1, ""]);
    assert(
      busy.err.includes(`(process ${up.process.pid}): end it first, with orch down`),
      busy.err,
    );
  });
  await step("orch down ends orch up, and waits until it has", async () => {
    const { children } = place.record();
    const down = await place.orch("down");
    assertEquals([down.code, down.err], [0, ""]);
    assert(/^orch up \(process \d+\) has ended, after .*\.\n$/.test(down.out), down.out);
    assertEquals(await outlived(children, 0, systemClock, new AbortController().signal), []);
    assertEquals((await up.ended()).code, 0);
    assertEquals(
      (await place.orch("down")).out,
      `No orch up runs on the state folder ${place.state}.\n`,
    );
    const left = [...Deno.readDirSync(place.state)].map(({ name }) => name).sort();
    assertEquals(
      left.filter((name) => !name.startsWith("store.kv")),
      ["config", "lock", "logs", "orch-state.json", "pki"],
    );
  });
  await step("orch reset deletes a state that nothing runs on, when it may", async () => {
    const unsure = await place.orch("reset");
    assertEquals(unsure.code, 1);
    assert(unsure.err.includes("there is no terminal to ask on, so --yes is needed"), unsure.err);
    assertEquals((await place.orch("reset", "-y")).code, 0);
    assert(!(await Deno.stat(place.state).then(() => true, () => false)));
    const again = await place.orch("reset", "-y");
    assertEquals([again.code, again.out], [
      0,
      `There is no state folder at ${place.state}: nothing is deleted.\n`,
    ]);
  });
});
