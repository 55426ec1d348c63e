/**
 * What a new operator has besides its code: configuration, an image, and what to do with it.
 *
 * @module
 */

import { STATUS_PORT } from "../../operator/manifests.ts";
import type { OperatorChoices } from "./operator_file.ts";

/** What the files of a project are made of. */
export interface ProjectChoices extends OperatorChoices {
  /** The folder of the toolkit, with a slash behind it. */
  readonly toolkit: string;
  /** The version of the runtime. */
  readonly deno: string;
}

/** The files of `manifests/` and the arguments of the operator that print each. */
export function printedManifests({ names }: OperatorChoices): ReadonlyMap<string, string[]> {
  return new Map([
    ["manifests/crds.yaml", ["crds"]],
    ["manifests/rbac.yaml", ["rbac"]],
    ["manifests/operator.yaml", ["manifests", `--image=${imageOf(names.operator)}`]],
  ]);
}

function imageOf(operator: string): string {
  return `${operator}:0.1.0`;
}

/** `deno.json`: where the toolkit is, and the tasks. */
export function configurationFile(choices: ProjectChoices): string {
  const { names: { file }, toolkit } = choices;
  const printing = [...printedManifests(choices)].map(([path, args]) =>
    `deno run -A ${file}.ts ${args.join(" ")} > ${path}`
  );
  const configuration = {
    imports: {
      "@orch/orch": `${toolkit}mod.ts`,
      "@orch/orch/testing": `${toolkit}testing.ts`,
    },
    tasks: {
      check: "deno fmt --check && deno lint && deno check",
      test: "deno test -A",
      start: `deno run -A ${file}.ts run --install --listen=127.0.0.1:${STATUS_PORT}`,
      manifests: printing.join(" && "),
    },
    // They are as the operator prints them.
    fmt: { exclude: ["manifests"] },
  };
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}

/** Whether others can't import the toolkit from where this project does. */
function isOfThisMachine(toolkit: string): boolean {
  return !/^https?:\/\//.test(toolkit);
}

/** An image in which the operator runs as nobody in particular, on a file system that is only read. */
export function imageFile({ names: { file }, deno, toolkit }: ProjectChoices): string {
  const note = isOfThisMachine(toolkit)
    ? "# The toolkit is imported from a path: an image can be built when deno.json names an address.\n"
    : "";
  const permissions = ["net", "env", "read", "sys=hostname"].map((one) => `"--allow-${one}"`);
  return `${note}FROM denoland/deno:${deno}
WORKDIR /app
COPY deno.json deno.lock* ./
COPY ${file}.ts ./
# Whatever is imported is in the image: nothing is fetched when it starts.
RUN deno cache ${file}.ts && chmod -R a+rX /app "$DENO_DIR"
ENV DENO_NO_UPDATE_CHECK=1
USER 65532:65532
ENTRYPOINT ["deno", "run", "--cached-only", "--no-prompt", ${permissions.join(", ")}, "${file}.ts"]
CMD ["run"]
`;
}

/** What a reader does first. */
export function readmeFile(choices: ProjectChoices): string {
  const { names: { operator, kind, plural, file, group }, webhook, toolkit } = choices;
  const asks = webhook ? ", and refuses images without a tag or a digest" : "";
  const reached = webhook
    ? " A server on this machine asks its webhook there; for another one `--webhook-url=https://HOST:9443` " +
      "says where it reaches this process."
    : "";
  const moved = isOfThisMachine(toolkit)
    ? " The toolkit is imported from a path now: before that, let `imports` in `deno.json` name an " +
      "address."
    : "";
  return `# ${operator}

Runs a deployment for each ${kind} (\`${plural}.${group}\`)${asks}.

| file | what |
| --- | --- |
| \`${file}.ts\` | the resource, the controller${webhook ? ", the webhook" : ""} |
| \`${file}_test.ts\` | its tests: a whole API server in their process, on time that they move |
| \`manifests/\` | definition, roles and deployment, as the operator prints them |
| \`deno.json\` | where the toolkit is imported from, and the tasks |
| \`Dockerfile\` | the image that \`manifests/operator.yaml\` runs |

## Work on it

\`\`\`sh
deno task test       # the tests
deno task check      # format, lint, types
deno task start      # against the cluster of the client config, until Ctrl-C
deno task manifests  # writes manifests/ anew
\`\`\`

\`deno task start\` defines the resource first.${reached} Then make one, and look:

\`\`\`sh
kubectl apply -f - <<EOF
apiVersion: ${group}/v1
kind: ${kind}
metadata: {name: shop}
spec: {image: "nginx:1.29", replicas: 2}
EOF
kubectl get ${plural}
orch why ${kind.toLowerCase()}/shop
orch owners deployment/shop
\`\`\`

## Run it in a cluster

Build the image, push it to where the cluster takes images from, and name it: in the task \`manifests\`, or by hand.${moved}

\`\`\`sh
docker build -t ${imageOf(operator)} .
deno run -A ${file}.ts manifests --image=${imageOf(operator)} | kubectl apply -f -
\`\`\`

Two replicas run, of which one works. Before it goes, \`deno run -A ${file}.ts release\` takes its finalizers off everything, if it has any.
`;
}
