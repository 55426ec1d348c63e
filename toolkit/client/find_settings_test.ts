import { assertEquals, assertRejects } from "../deps/assert.ts";
import { findSettings } from "./find_settings.ts";

const GROUP = "client.authentication.k8s.io";

/** A client config whose plugin gives what it is told as its token. */
const configOf = (interactiveMode: string) => `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1", insecure-skip-tls-verify: true } }]
users:
- name: u
  user:
    exec:
      apiVersion: ${GROUP}/v1
      interactiveMode: ${interactiveMode}
      command: /bin/sh
      args:
      - -c
      - |
        case "$KUBERNETES_EXEC_INFO" in
          *'"interactive":true'*) token=asks;;
          *'"interactive":false'*) token=silent;;
        esac
        echo '{"kind": "ExecCredential", "apiVersion": "${GROUP}/v1", "status": {"token": "'$token'"}}'
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`;

const CASES: [mode: string, isTerminal: boolean, token: string | undefined][] = [
  ["Never", true, "silent"],
  ["Never", false, "silent"],
  ["IfAvailable", true, "asks"],
  ["IfAvailable", false, "silent"],
  ["Always", true, "asks"],
  ["Always", false, undefined],
];

for (const [mode, isTerminal, expected] of CASES) {
  Deno.test({
    name: `findSettings() has a plugin of the mode ${mode} ${
      isTerminal ? "ask at the terminal" : "do without a terminal"
    }: ${expected ?? "an error"}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const file = await Deno.makeTempFile();
      const { stdin } = Deno;
      const own = stdin.isTerminal;
      stdin.isTerminal = () => isTerminal;
      try {
        await Deno.writeTextFile(file, configOf(mode));
        const { credentials } = await findSettings({ config: file });
        if (expected === undefined) {
          await assertRejects(() => credentials.headers(), "standard input is not a terminal");
        } else assertEquals(await credentials.headers(), [["Authorization", `Bearer ${expected}`]]);
      } finally {
        stdin.isTerminal = own;
        await Deno.remove(file);
      }
    },
  });
}
