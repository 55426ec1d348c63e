/**
 * The script by which the reference tests its kubectl, with that kubectl, on this project's API server and controller
 * manager.
 */
import { accountKey } from "../../testing/account_key.ts";
import { freePort } from "../../testing/free_port.ts";
import { referenceFolder, referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { Launched, run } from "../envtest/launched.ts";

const NAME = "the reference's script of kubectl tests passes";

/** What the script needs of the reference's files. */
const FILES = [
  "hack",
  "test/cmd",
  "test/e2e/testing-manifests",
  "test/fixtures",
  "third_party/forked/shell2junit",
];

/** Groups that don't run, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  run_convert_tests: "a program of its own",
  run_exec_credentials_tests: "a 403 here is the reference's 401 where everybody may do everything",
  run_exec_credentials_interactive_tests: "as above",
  run_multi_resources_tests: "fetches a file from the network",
  run_plugins_tests: "published modules have lost which files are programs",
  run_swagger_tests: "looks for the words of the reference's descriptions",
};

/** Lines that expect words which are others here. */
const REWORDED: readonly (readonly [file: string, from: string, to: string])[] = [
  [
    "core.sh",
    "cannot restore map from string",
    "cannot unmarshal string into field metadata.labels",
  ],
  [
    "create.sh",
    "the object provided is unrecognized (must be of type Namespace)",
    'Namespace in version "v1" cannot be handled as a Namespace',
  ],
];

/** Fewer run only where the script ended early. */
const LEAST = 80;

/** What the script expects of a server. */
const flagsOf = (files: string, folder: string, port: number) => [
  "--api-dialect=kubernetes",
  "--bind-address=127.0.0.1",
  `--secure-port=${port}`,
  `--store-servers=file:${folder}/store.kv`,
  "--authorization-mode=RBAC,AlwaysAllow",
  "--enable-admission-plugins=LimitRanger,ResourceQuota",
  "--disable-admission-plugins=ServiceAccount,DefaultStorageClass,DefaultTolerationSeconds," +
  "MutatingAdmissionWebhook,ValidatingAdmissionWebhook,StorageObjectInUseProtection",
  "--runtime-config=api/v1",
  `--service-account-key-file=${folder}/accounts.key`,
  `--service-account-signing-key-file=${folder}/accounts.key`,
  "--service-account-issuer=https://kubernetes.default.svc",
  `--cert-dir=${folder}`,
  "--service-cluster-ip-range=10.0.0.0/24",
  `--client-ca-file=${files}/hack/testdata/ca/ca.crt`,
  `--token-auth-file=${files}/hack/testdata/auth-tokens.csv`,
];

const configOf = (port: number) =>
  `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:${port}", insecure-skip-tls-verify: true}}]
users: [{name: u, user: {token: admin-token}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`;

function launched(program: string, args: readonly string[]): Launched {
  const path = new URL(`../../${program}`, import.meta.url).pathname;
  return new Launched(Deno.execPath(), ["run", "-A", "--quiet", path, ...args]);
}

/** A copy of what the script needs, as it writes there, with what is not to run taken out. */
async function copyFiles(to: string): Promise<void> {
  const from = await referenceFolder();
  for (const path of FILES) {
    const parent = `${to}/${path}`.replace(/\/[^/]+$/, "");
    await Deno.mkdir(parent, { recursive: true });
    const { code, err } = await run("cp", ["-r", `${from}/${path}`, parent]);
    assert(code === 0, err);
  }
  await run("chmod", ["-R", "u+w", to]);
  await Deno.mkdir(`${to}/_output/bin`, { recursive: true });
  await Deno.symlink(await referenceProgram("kubectl"), `${to}/_output/bin/kubectl`);
  const edit = async (file: string, change: (text: string) => string) => {
    const path = `${to}/test/cmd/${file}`;
    await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
  };
  await edit("legacy-script.sh", (text) =>
    Object.keys(LEFT_OUT).reduce(
      (left, name) => left.replaceAll(`record_command ${name}\n`, ":\n"),
      text,
    ));
  for (const [file, before, after] of REWORDED) {
    await edit(file, (text) => {
      assert(text.includes(before), `${file} has no ${before}`);
      return text.replace(before, after);
    });
  }
}

/** The groups that ran, each with what it wrote where it failed. */
function groupsIn(output: string): (readonly [name: string, failure: string | undefined])[] {
  return output.split("+++ Running case: test-cmd.").slice(1).map((text) => {
    const name = /^\w+/.exec(text)?.[0] ?? "";
    const isFine = /\+\+\+ exit code: 0\b/.test(text);
    return [name, isFine ? undefined : text.slice(-3000)] as const;
  }).filter(([name]) => name !== "record_command_canary");
}

if (slowTests()) {
  testWith(["go", "openssl", "curl"], NAME, async (t) => {
    const folder = await Deno.makeTempDir();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => Deno.remove(folder, { recursive: true }));
    const files = `${folder}/files`;
    await copyFiles(files);
    await Deno.writeTextFile(`${folder}/accounts.key`, await accountKey());
    const port = freePort();
    const server = stack.use(launched("apiserver/main.ts", flagsOf(files, folder, port)));
    await server.wrote('"Serving"');
    await Deno.writeTextFile(`${folder}/config`, configOf(port));
    const manager = stack.use(launched("controllers/main.ts", [
      "--api-dialect=kubernetes",
      `--kubeconfig=${folder}/config`,
      "--secure-port=0",
      `--cluster-signing-cert-file=${files}/hack/testdata/ca/ca.crt`,
      `--cluster-signing-key-file=${files}/hack/testdata/ca/ca.key`,
    ]));
    await manager.wrote("The controllers run");
    const script = new URL("kubectl_script.sh", import.meta.url).pathname;
    const { out, err } = await run("bash", [script, files], {
      env: {
        SECURE_API_PORT: String(port),
        TMPDIR: folder,
        KUBE_JUNIT_REPORT_DIR: `${folder}/junit`,
      },
    });
    const groups = groupsIn(out);
    for (const [name, failure] of groups) {
      await t.step(name, () => assert(failure === undefined, failure));
    }
    assert(groups.length >= LEAST, `${groups.length} groups ran:\n${out.slice(-2000)}\n${err}`);
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
