/** `./orch up` and its companions, as a user types them: real processes, on ports of their own. */
import { Buffer } from "node:buffer";
import { eventually } from "../testing/eventually.ts";
import { testWith } from "../testing/requirements.ts";
import { systemClock } from "../toolkit/clock.ts";
import { createClient, Endpoints } from "../mod.ts";
import { loadClientConfig } from "../toolkit/clientconfig/mod.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import { outlived, type ProcessMark } from "../toolkit/cli/up/run_record.ts";

const ORCH = new URL("../orch", import.meta.url).pathname;
/** What `orch up` runs. */
const PROCESSES = 5;
const ENVIRONMENT = { NO_COLOR: "1" };

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Result> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    env: { ...ENVIRONMENT, ...env },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

const orch = (...args: string[]) => run(ORCH, args);

/** A folder for a state, with whatever runs on it at the end of the test ended. */
class Place implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync();
  readonly state = `${this.#folder}/state`;

  /** Starts `orch up`, which need not become ready. */
  up(...args: string[]): Up {
    return new Up(["up", `--state=${this.state}`, "--port=0", ...args]);
  }

  /** Starts `orch up` and waits until it is ready. */
  async ready(...args: string[]): Promise<Up> {
    const up = this.up(...args);
    await up.line(/^Ready after /);
    await this.allRun();
    return up;
  }

  /** The metrics server starts when all others are ready, and nobody waits for it. */
  async allRun(): Promise<void> {
    await eventually(
      "all processes run",
      () => this.record().children.length === PROCESSES,
    );
  }

  /** Another command on this state. */
  orch(command: string, ...args: string[]): Promise<Result> {
    return orch(command, `--state=${this.state}`, ...args);
  }

  /** The processes that the record of the run names: `orch up` itself, then its children. */
  record(): { pid: number; children: ProcessMark[] } {
    return JSON.parse(Deno.readTextFileSync(`${this.state}/running.json`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orch("down");
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** An `orch up` in the foreground. */
class Up implements AsyncDisposable {
  readonly process: Deno.ChildProcess;
  /** Settles with the standard error at the end of the process. */
  readonly #err: Promise<string>;
  readonly #out: AsyncIterator<string>;
  out = "";

  constructor(args: string[]) {
    this.process = new Deno.Command(ORCH, {
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: ENVIRONMENT,
    }).spawn();
    this.#err = new Response(this.process.stderr).text();
    this.#out = linesOf(this.process.stdout);
  }

  /** Waits for a line that matches. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const { value, done } = await this.#out.next();
      if (done) throw new Error(`no line ${pattern} in:\n${this.out}\n${await this.#err}`);
      this.out += `${value}\n`;
      if (pattern.test(value)) return value;
    }
  }

  /** Waits until the process has ended. */
  async ended(): Promise<Result> {
    for (let next = await this.#out.next(); !next.done; next = await this.#out.next()) {
      this.out += `${next.value}\n`;
    }
    const { code } = await this.process.status;
    return { code, out: this.out, err: await this.#err };
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    this.process.kill("SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.process.kill("SIGTERM");
    } catch {
      // It has ended, as it should.
    }
    await this.ended();
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** The address that the lines of `orch up` name. */
function addressIn(text: string): string {
  const address = /at (https:\S+\d)\./.exec(text)?.[1];
  assert(address !== undefined, text);
  return address;
}

/** Waits until these processes of others have ended. */
async function allEnd(marks: readonly ProcessMark[]): Promise<void> {
  assertEquals(await outlived(marks, 60_000, systemClock, new AbortController().signal), []);
}

/** Asks the API server, as the administrator, or as nobody but the bearer of a token. */
async function ask(
  place: Place,
  as: "admin" | "nobody",
  path: string,
  token?: string,
): Promise<Response> {
  const config = await loadClientConfig(`${place.state}/config/admin.yaml`);
  const text = (data: string | undefined) => Buffer.from(data ?? "", "base64").toString();
  const { cluster } = config.clusters[0]!;
  const { user } = config.users[0]!;
  using client = Deno.createHttpClient({
    caCerts: [text(cluster["certificate-authority-data"])],
    ...(as === "admin" && {
      cert: text(user["client-certificate-data"]),
      key: text(user["client-key-data"]),
    }),
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(cluster.server + path, { client, headers });
  return new Response(await response.text(), { status: response.status });
}

testWith(["kubectl"], "orch up runs a cluster for kubectl until Ctrl-C", async () => {
  await using place = new Place();
  await using up = await place.ready();
  const address = addressIn(up.out);
  await up.line(/kubectl get namespaces/);
  const [, typed] = /export KUBECONFIG=(\S+)/.exec(up.out)!;
  await up.line(/That config may do everything. Others may do what roles allow them/);
  await up.line(/Pods run on a simulated node, without containers/);
  const names = await run("kubectl", ["get", "namespaces", "-o", "name"], { KUBECONFIG: typed! });
  assertEquals([names.code, names.err], [0, ""]);
  assertEquals(
    names.out,
    ["default", "kube-node-lease", "kube-public", "kube-system"].map((name) =>
      `namespace/${name}\n`
    ).join(""),
  );

  const second = await place.orch("up");
  assertEquals([second.code, second.out], [1, ""]);
  assertEquals(
    second.err,
    `Error: orch up runs already: process ${up.process.pid}, at ${address} (state folder ${place.state})\n`,
  );

  up.interrupt();
  const { code, out, err } = await up.ended();
  assertEquals([code, err], [0, ""]);
  assert(/^Ended cleanly after .* The state is kept in /m.test(out), out);
});

testWith(["kubectl"], "orch up is closed, unless --open says otherwise", async () => {
  await using place = new Place();
  const kubectl = async (...args: string[]) => {
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const { code, out, err } = await run("kubectl", args, config);
    return { code, text: (out + err).trim() };
  };
  {
    await using _ = await place.ready();
    assertEquals((await kubectl("create", "serviceaccount", "robot")).code, 0);
    const token = (await kubectl("create", "token", "robot")).text;
    const response = await ask(place, "nobody", "/api/v1/namespaces/default/pods", token);
    assertEquals(response.status, 403);
    const why = 'User "system:serviceaccount:default:robot" cannot list resource "pods"';
    assert((await response.text()).includes(JSON.stringify(why).slice(1, -1)));
    assertEquals((await kubectl("auth", "can-i", "list", "pods", "--as=bob")).text, "no");
    const secret = ["secret", "generic", "word", "--from-literal=word=nobody-reads-this"];
    assertEquals((await kubectl("create", ...secret)).code, 0);
    const files = [...Deno.readDirSync(place.state)].filter(({ name, isFile }) =>
      isFile && name.startsWith("store.kv")
    );
    for (const { name } of files) {
      const text = new TextDecoder("latin1").decode(Deno.readFileSync(`${place.state}/${name}`));
      assert(!text.includes("nobody-reads-this"), name);
      assert(!text.includes(btoa("nobody-reads-this")), name);
    }
    await place.orch("down");
  }
  await using _ = await place.ready("--open");
  assertEquals((await kubectl("auth", "can-i", "list", "pods", "--as=bob")).text, "yes");
  const read = await kubectl("get", "secret", "word", "-o", "jsonpath={.data.word}");
  assertEquals(atob(read.text), "nobody-reads-this");
});

testWith(
  ["kubectl"],
  "namespaces end and dependents go under orch up, also after a restart",
  async () => {
    await using place = new Place();
    await using up = await place.ready();
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const kubectl = async (...args: string[]) => {
      const { code, out, err } = await run("kubectl", args, config);
      assertEquals([code, err], [0, ""], args.join(" "));
      return out;
    };
    const fill = async (name: string) => {
      await kubectl("create", "namespace", name);
      await kubectl("create", "deployment", "web", "--image=web:1", "-n", name);
      await kubectl("create", "configmap", "settings", "-n", name);
    };
    await fill("first");
    await kubectl("delete", "deployment", "web", "-n", "first", "--cascade=foreground", "--wait");
    await kubectl("delete", "namespace", "first", "--wait", "--timeout=60s");

    const { children } = JSON.parse((await place.orch("status", "--output=json")).out);
    const manager = children.find(({ name }: { name: string }) => name === "controller-manager");
    Deno.kill(manager.pid, "SIGKILL");
    await up.line(/The controller manager was ended by SIGKILL/);
    await fill("second");
    await kubectl("delete", "namespace", "second", "--wait", "--timeout=60s");
    assertEquals(
      await kubectl("get", "namespaces", "-o", "name"),
      ["default", "kube-node-lease", "kube-public", "kube-system"]
        .map((name) => `namespace/${name}\n`).join(""),
    );
  },
);

testWith(
  ["kubectl"],
  "pods run on the nodes of orch up, and go on running after a restart",
  async () => {
    await using place = new Place();
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const kubectl = async (...args: string[]) => {
      const { code, out, err } = await run("kubectl", args, config);
      assertEquals([code, err], [0, ""], args.join(" "));
      return out;
    };
    const pods = () => kubectl("get", "pods", "-o", "jsonpath={.items[*].metadata.uid}");
    let before: string;
    {
      await using _ = await place.ready("--nodes=2");
      assertEquals(await kubectl("get", "nodes", "-o", "name"), "node/node-1\nnode/node-2\n");
      await kubectl("create", "deployment", "web", "--image=web:1", "--replicas=3");
      await kubectl("rollout", "status", "deployment/web", "--timeout=60s");
      await kubectl("expose", "deployment", "web", "--port=80");
      await using client = await createClient({ config: config.KUBECONFIG });
      await client.waitFor(Endpoints, "web", (one) => one?.subsets?.[0]?.addresses?.length === 3);
      assert((await kubectl("logs", "-l", "app=web")).includes("web is ready"));
      await kubectl("create", "job", "once", "--image=once:1");
      await kubectl("wait", "--for=condition=complete", "job/once", "--timeout=60s");
      await kubectl("delete", "job", "once", "--wait", "--cascade=foreground");
      before = await pods();
      await place.orch("down");
    }
    await using _ = await place.ready("--nodes=2");
    await kubectl("rollout", "status", "deployment/web", "--timeout=60s");
    assertEquals(await pods(), before, "they are the same pods");
    const drained = await run("kubectl", ["drain", "node-1", "--ignore-daemonsets"], config);
    assertEquals(drained.code, 0, drained.err);
    await kubectl("rollout", "status", "deployment/web", "--timeout=60s");
    const nodes = await kubectl("get", "pods", "-o", "jsonpath={.items[*].spec.nodeName}");
    assertEquals(nodes, "node-2 node-2 node-2");
  },
);

Deno.test("orch status shows what runs, and says when nothing does", async () => {
  await using place = new Place();
  const none = await place.orch("status");
  assertEquals([none.code, none.out, none.err], [
    1,
    "",
    `No orch up runs on the state folder ${place.state}.\n`,
  ]);
  await using up = await place.ready();
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

Deno.test("a client without credentials reaches health and nothing else", async () => {
  await using place = new Place();
  await using _ = await place.ready();
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

Deno.test("a process that ends is started again, and orch up tells of it", async () => {
  await using place = new Place();
  await using up = await place.ready();
  const [before] = place.record().children;
  Deno.kill(before!.pid, "SIGKILL");
  const told = await up.line(/ended by/);
  assert(/The API server was ended by SIGKILL; it is started again in 0.25 s/.test(told), told);
  await up.line(/API server +ready again/);
  const { children: [child] } = JSON.parse((await place.orch("status", "--output=json")).out);
  assertEquals([child.state, child.restarts, child.pid !== before!.pid], ["ready", 1, true]);
  assertEquals((await ask(place, "admin", "/api/v1/namespaces/default")).status, 200);
});

Deno.test("orch down ends orch up, and waits until it has", async () => {
  await using place = new Place();
  await using up = await place.ready();
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

Deno.test("orch reset deletes a state that nothing runs on, when it may", async () => {
  await using place = new Place();
  await using up = await place.ready();
  const busy = await place.orch("reset", "--yes");
  assertEquals([busy.code, busy.out], [1, ""]);
  assert(busy.err.includes(`(process ${up.process.pid}): end it first, with orch down`), busy.err);
  await place.orch("down");
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

Deno.test("a folder that is no state folder is neither used nor deleted", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/letter`, "dear");
    for (const args of [["up", "--port=0"], ["down"], ["status"], ["reset", "--yes"]]) {
      const { code, err } = await orch(...args, `--state=${folder}`);
      assertEquals(code, 1, args.join(" "));
      assert(err.includes(`${folder} is not a state folder of orch up`), err);
    }
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["letter"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a port that is taken is named", async () => {
  await using place = new Place();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { code, err } = await place.up(`--port=${port}`).ended();
  assertEquals(code, 1);
  assert(err.startsWith(`Error: port ${port} of 127.0.0.1 is taken by another program`), err);
});

Deno.test("a state is of one dialect, and so is a store", async () => {
  await using place = new Place();
  await using elsewhere = new Place();
  {
    await using _ = await place.ready("--api-dialect=orch");
    const { status } = await ask(place, "admin", "/api/v1/namespaces/orch-system");
    assertEquals(status, 200);
  }
  const other = await place.up("--api-dialect=kubernetes").ended();
  assertEquals([other.code, other.err.includes("was made with --api-dialect=orch")], [1, true]);
  // Its name need not be said again.
  {
    await using _ = await place.ready();
    const { out } = await place.orch("status");
    assert(/dialect +orch/.test(out), out);
  }
  const store = await elsewhere.up(`--store-servers=file:${place.state}/store.kv`).ended();
  assertEquals(store.code, 1);
  assert(
    store.err.includes("the API server ended with exit code 1 before it was ready"),
    store.err,
  );
  assert(
    store.err.includes("made with --api-dialect=orch and can't be opened with --api-dialect=kube"),
    store.err,
  );
});

Deno.test("a damaged state is refused, with the file that is damaged", async () => {
  await using place = new Place();
  await place.ready().then((up) => up[Symbol.asyncDispose]());
  const cases: [file: string, message: string][] = [
    ["pki/ca.crt", "pki/ca.crt can't be used"],
    ["store.kv", "before it was ready:"],
    ["orch-state.json", "orch-state.json is damaged"],
  ];
  for (const [file, message] of cases) {
    const path = `${place.state}/${file}`;
    const kept = await Deno.readFile(path);
    await Deno.writeTextFile(path, "damaged\n".repeat(1000));
    const { code, err } = await place.up().ended();
    assertEquals(code, 1, file);
    assert(err.includes(message), `${file}: ${err}`);
    await Deno.writeFile(path, kept);
  }
  await place.ready().then((up) => up[Symbol.asyncDispose]());
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

Deno.test("orch up --detach that can't start says why", async () => {
  await using place = new Place();
  const { code, err } = await place.up("-d", "--apiserver-arg=--no-such-flag").ended();
  assertEquals(code, 1);
  assert(err.includes("unknown flag: --no-such-flag"), err);
});

Deno.test("orch up works where a socket in the state folder would have too long a path", async () => {
  const folder = await Deno.makeTempDir();
  const state = `${folder}/${"long ".repeat(30)}, and more`;
  try {
    await using up = new Up(["up", `--state=${state}`, "--port=0", "--bind-address=::1"]);
    await up.line(/^Ready after .* at https:\/\/\[::1\]:\d+/);
    await up.line(/export KUBECONFIG='.*, and more\/config\/admin.yaml'/);
    const { code, err } = await orch("status", `--state=${state}`);
    assertEquals([code, err], [0, ""]);
    assertEquals((await orch("down", `--state=${state}`)).code, 0);
    assertEquals((await up.ended()).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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
    assertEquals(code, 1, args.join(" "));
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
