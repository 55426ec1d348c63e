import { FakeClock } from "../../clock.ts";
import { assert, assertEquals, assertRejects } from "../../deps/assert.ts";
import { Child, type ChildDeclaration, type ChildEvent, StartFailed } from "./child.ts";
import type { ProcessEnd, RunningProcess, SpawnCommand } from "./spawn.ts";
import { Supervisor } from "./supervisor.ts";
import { UpError } from "./up_error.ts";

/** A process that does what the test says. */
class FakeProcess implements RunningProcess {
  readonly #ended = Promise.withResolvers<ProcessEnd>();
  readonly ended = this.#ended.promise;
  readonly heard: string[] = [];

  constructor(readonly pid: number, readonly command: SpawnCommand, readonly stubborn: boolean) {}

  closeInput(): void {
    this.heard.push("end of input");
    if (!this.stubborn) this.end(0);
  }

  kill(signal: string): void {
    this.heard.push(signal);
    this.#ended.resolve({ code: null, signal });
  }

  end(code: number): void {
    this.#ended.resolve({ code, signal: null });
  }
}

/** What children are run with in a test, and what they did with it. */
class Stage {
  readonly clock = new FakeClock();
  readonly processes: FakeProcess[] = [];
  readonly events: string[] = [];
  readonly ready = new Set<string>();
  stubborn = false;

  declare(name: string, ...after: string[]): ChildDeclaration {
    return {
      name,
      title: name,
      module: new URL(`file:///${name}.ts`),
      args: [`--of=${name}`],
      after,
      address: `https://${name}`,
      probe: () => Promise.resolve(this.ready.has(name)),
    };
  }

  surroundings(name: string) {
    return {
      clock: this.clock,
      spawn: (command: SpawnCommand) => {
        const process = new FakeProcess(this.processes.length + 1, command, this.stubborn);
        this.processes.push(process);
        return process;
      },
      run: (module: URL) => ({ program: "run", args: [module.href] }),
      environment: { HOME: "/home" },
      log: `/logs/${name}.log`,
      onEvent: (event: ChildEvent) => this.events.push(`${name} ${describe(event)}`),
    };
  }

  child(name: string): Child {
    return new Child(this.declare(name), this.surroundings(name));
  }

  get last(): FakeProcess {
    return this.processes.at(-1)!;
  }
}

function describe(event: ChildEvent): string {
  switch (event.type) {
    case "ended":
      return `${event.how}, again in ${event.againInMs}`;
    case "stopped":
      return event.how;
    default:
      return event.type;
  }
}

const { signal } = new AbortController();

Deno.test("Child is ready when its probe says so, and runs with what it was declared with", async () => {
  const stage = new Stage();
  const child = stage.child("api");
  const started = child.start();
  await stage.clock.advance(1000);
  assertEquals((await child.status(signal)).state, "starting");
  stage.ready.add("api");
  await stage.clock.advance(20);
  await started;
  assertEquals(stage.last.command.args, ["file:///api.ts", "--of=api"]);
  assertEquals(stage.last.command.environment, { HOME: "/home", ORCH_SUPERVISED: "1" });
  assertEquals(await child.status(signal), {
    name: "api",
    title: "api",
    state: "ready",
    pid: 1,
    readySince: stage.clock.now(),
    restarts: 0,
    address: "https://api",
    log: "/logs/api.log",
  });
  // It does not answer any more, but it is there.
  stage.ready.clear();
  assertEquals((await child.status(signal)).state, "not ready");
  await child.stop();
  assertEquals(stage.last.heard, ["end of input"]);
  assertEquals(stage.events, ["api started", "api ready", "api stopping", "api stopped"]);
  assertEquals(stage.clock.pending, 0);
});

Deno.test("Child yields as much as it was declared to, after a restart too", async () => {
  const stage = new Stage();
  const child = new Child(
    { ...stage.declare("nodes"), niceness: 5 },
    stage.surroundings("nodes"),
  );
  stage.ready.add("nodes");
  const started = child.start();
  await stage.clock.advance(20);
  await started;
  stage.last.end(1);
  await stage.clock.advance(1000);
  assertEquals(stage.processes.map(({ command }) => command.niceness), [5, 5]);
  await child.stop();
});

Deno.test("Child gives up when it ends before it was ever ready", async () => {
  const stage = new Stage();
  const child = stage.child("api");
  const started = child.start();
  await stage.clock.advance(100);
  stage.last.end(3);
  const error = await assertRejects(() => started, "the api ended with exit code 3 before");
  assert(error instanceof StartFailed && error.log === "/logs/api.log");
  await stage.clock.advance(100_000);
  assertEquals(stage.processes.length, 1);
  await child.stop();
});

Deno.test("Child is started again with longer and longer pauses, and short ones after a steady time", async () => {
  const stage = new Stage();
  stage.ready.add("api");
  const child = stage.child("api");
  await child.start();
  const pauses: number[] = [];
  const endAndMeasure = async () => {
    const before = stage.processes.length;
    stage.last.kill("SIGSEGV");
    let waited = 0;
    while (stage.processes.length === before) {
      await stage.clock.advance(10);
      waited += 10;
    }
    pauses.push(waited);
  };
  for (let turn = 0; turn < 9; turn++) await endAndMeasure();
  await stage.clock.advance(60_000);
  await endAndMeasure();
  // Of the first 10 ms, none may have passed when the pause begins.
  assertEquals(pauses.map((ms) => Math.floor(ms / 250) * 250), [
    ...[250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
    250,
  ]);
  const { restarts, state } = await child.status(signal);
  assertEquals({ restarts, state }, { restarts: 10, state: "ready" });
  assert(stage.events.includes("api was ended by SIGSEGV, again in 250"), stage.events.join("\n"));
  await child.stop();
});

Deno.test("Child that is stopped between two runs is not started again", async () => {
  const stage = new Stage();
  stage.ready.add("api");
  const child = stage.child("api");
  await child.start();
  stage.last.end(1);
  await stage.clock.advance(100);
  assertEquals((await child.status(signal)).state, "restarting");
  await child.stop();
  await stage.clock.advance(100_000);
  assertEquals(stage.processes.length, 1);
  assertEquals(stage.clock.pending, 0);
});

Deno.test("Child that does not end when it is asked to is killed", async () => {
  const stage = new Stage();
  stage.stubborn = true;
  stage.ready.add("api");
  const child = stage.child("api");
  await child.start();
  const stopped = child.stop();
  await stage.clock.advance(19_999);
  assertEquals(stage.last.heard, ["end of input"]);
  await stage.clock.advance(1);
  await stopped;
  assertEquals(stage.last.heard, ["end of input", "SIGKILL"]);
  assertEquals(stage.events.at(-1), "api had to be killed: it did not end within 20 s");
});

Deno.test("Child that is never ready is ended", async () => {
  const stage = new Stage();
  const child = stage.child("api");
  const started = child.start();
  started.catch(() => {});
  await stage.clock.advance(301_000);
  await assertRejects(() => started, "was not ready after 300 s, and was ended");
  assertEquals(stage.last.heard, ["SIGKILL"]);
  await child.stop();
});

/** A supervisor of two that wait for a third. */
function supervise(stage: Stage): Supervisor {
  return new Supervisor({
    children: [stage.declare("api"), stage.declare("one", "api"), stage.declare("two", "api")],
    surroundings: ({ name }) => stage.surroundings(name),
  });
}

Deno.test("Supervisor starts those that wait after the others, and ends them before", async () => {
  const stage = new Stage();
  const supervisor = supervise(stage);
  const started = supervisor.start();
  await stage.clock.advance(1000);
  assertEquals(stage.events, ["api started"]);
  for (const name of ["api", "one", "two"]) stage.ready.add(name);
  await stage.clock.advance(20);
  await started;
  assertEquals(supervisor.pids, [1, 2, 3]);
  stage.events.length = 0;
  await supervisor.stop();
  assertEquals(stage.events.indexOf("api stopping"), 4, stage.events.join());
  assertEquals(supervisor.pids, []);
});

Deno.test("Supervisor that is stopped while something waits does not start it", async () => {
  const stage = new Stage();
  const supervisor = supervise(stage);
  const started = supervisor.start();
  started.catch(() => {});
  await stage.clock.advance(100);
  await supervisor.stop();
  await assertRejects(() => started, "stopped");
  assertEquals(stage.processes.length, 1);
  assertEquals(stage.clock.pending, 0);
});

Deno.test("Supervisor says which of its processes can't start", async () => {
  const stage = new Stage();
  stage.ready.add("api");
  const supervisor = supervise(stage);
  const started = supervisor.start();
  started.catch(() => {});
  await stage.clock.advance(20);
  stage.processes[2]!.end(1);
  await assertRejects(() => started, "the two ended with exit code 1");
  await supervisor.stop();
  assertEquals(supervisor.pids, []);
});

Deno.test("Supervisor says which of its processes can't be prepared, and why", async () => {
  const stage = new Stage();
  const before = () => Promise.reject(new Error("no space left"));
  const supervisor = new Supervisor({
    children: [{ ...stage.declare("nodes"), before }],
    surroundings: ({ name }) => stage.surroundings(name),
  });
  const error = await assertRejects(() => supervisor.start(), "no space left");
  assert(error instanceof UpError);
  assertEquals(error.message, "the nodes can't be prepared: no space left");
  assertEquals(stage.processes, []);
  await supervisor.stop();
});

Deno.test("Supervisor refuses a declaration that waits for what is not declared before it", () => {
  const stage = new Stage();
  const declare = () =>
    new Supervisor({
      children: [stage.declare("one", "two"), stage.declare("two")],
      surroundings: ({ name }) => stage.surroundings(name),
    });
  let message = "";
  try {
    declare();
  } catch (error) {
    message = (error as Error).message;
  }
  assertEquals(message, "one waits for two: unknown");
});

/** A supervisor of one and a late one, with what prepares that. */
function superviseLate(stage: Stage, before: () => Promise<void>): Supervisor {
  return new Supervisor({
    children: [
      stage.declare("api"),
      { ...stage.declare("late", "api"), isLate: true, before },
      stage.declare("one", "api"),
    ],
    surroundings: ({ name }) => stage.surroundings(name),
  });
}

Deno.test("Supervisor prepares and starts a late one when all others are ready, and waits for neither", async () => {
  const stage = new Stage();
  stage.ready.add("api");
  const prepared = Promise.withResolvers<void>();
  const supervisor = superviseLate(stage, () => {
    stage.events.push("late is prepared");
    return prepared.promise;
  });
  const started = supervisor.start();
  await stage.clock.advance(20);
  assertEquals(stage.events, ["api started", "api ready", "one started"]);
  stage.ready.add("one");
  await stage.clock.advance(20);
  await started;
  assertEquals([stage.events.at(-1), supervisor.pids.length], ["late is prepared", 2]);
  prepared.resolve();
  await stage.clock.advance(20);
  assertEquals([stage.events.at(-1), supervisor.pids.length], ["late started", 3]);
  await supervisor.stop();
  assertEquals(supervisor.pids, []);
});

Deno.test("Supervisor tries a late one again that can't be prepared, or can't start", async () => {
  const stage = new Stage();
  stage.ready.add("api").add("one");
  let attempts = 0;
  const supervisor = superviseLate(
    stage,
    () => ++attempts < 3 ? Promise.reject(new Error("away")) : Promise.resolve(),
  );
  const started = supervisor.start();
  await stage.clock.advance(40);
  await started;
  await stage.clock.advance(750);
  assertEquals(stage.events.slice(-3), [
    "late can't be prepared (away), again in 250",
    "late can't be prepared (away), again in 500",
    "late started",
  ]);
  stage.last.end(1);
  await stage.clock.advance(0);
  assertEquals(stage.events.at(-1), "late ended with exit code 1, again in 250");
  stage.ready.add("late");
  await stage.clock.advance(300);
  assertEquals(stage.events.slice(-2), ["late started", "late ready"]);
  await supervisor.stop();
});

Deno.test("Supervisor that is stopped does not start a late one any more", async () => {
  const stage = new Stage();
  stage.ready.add("api").add("one");
  const prepared = Promise.withResolvers<void>();
  const supervisor = superviseLate(stage, () => prepared.promise);
  const started = supervisor.start();
  await stage.clock.advance(40);
  await started;
  await supervisor.stop();
  prepared.resolve();
  await stage.clock.advance(1000);
  assertEquals([stage.processes.length, supervisor.pids, stage.clock.pending], [2, [], 0]);
});
