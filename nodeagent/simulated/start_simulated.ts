/**
 * The process whose nodes run pods without processes.
 *
 * @module
 */

import { findSettings } from "../../toolkit/client/find_settings.ts";
import type { ClientSettings } from "../../toolkit/clientconfig/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { GroupValues } from "../../toolkit/flags/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { registerProcessMetrics } from "../../toolkit/metrics/process_usage.ts";
import type { Client } from "../../toolkit/mod.ts";
import { connected } from "../../toolkit/process/connected.ts";
import {
  openCertificates,
  serve,
  servingOptionsFromFlags,
  type ServingPlan,
} from "../../toolkit/serving/mod.ts";
import type { nodeAgentFlags } from "../flags/mod.ts";
import { NODES_LIMIT, type SimulatedNodesOptions } from "./options.ts";
import { guardAgent } from "./serving/access.ts";
import { agentPages } from "./serving/agent_pages.ts";
import { openAccess } from "./serving/open_access.ts";
import { text } from "./serving/text.ts";
import { createSimulatedNodes, type SimulatedNodes } from "./simulated_nodes.ts";

type Values = GroupValues<typeof nodeAgentFlags>;

/** What the process is given. */
export interface StartOptions {
  readonly values: Values;
  readonly program: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  random(): number;
}

/** Requests under way have so long when the process ends. */
const GRACE_MS = 1000;
const ALL_ADDRESSES = ["0.0.0.0", "::"];
const LOOPBACK = "127.0.0.1";

/** Runs until the signal aborts. Rejects where flags can't be used. */
export async function startSimulated(options: StartOptions): Promise<void> {
  const { values, clock, logger, signal, random } = options;
  checkFlags(values);
  const plan = planOf(values);
  const metrics = new Registry();
  registerProcessMetrics(metrics);
  const settings = await findSettings({ config: values.orchconfig, clock, logger });
  // Whoever looks whether the process lives is not to take it for dead while the API server is away.
  await using _health = await openHealth(options);
  await using client = await connect(options, settings, metrics);
  const nodes = createSimulatedNodes({ client, clock, logger, random }, optionsOf(values));
  await using _server = await openAgent(options, plan, client, nodes, metrics);
  await nodes.run({
    signal,
    started: () => logger.info("The nodes are registered", { nodes: nodes.nodes.size }),
  });
}

/** The nodes that the flags ask for. */
function optionsOf(values: Values): SimulatedNodesOptions {
  const capacity = values["simulated-capacity"];
  return {
    count: values["simulated-nodes"],
    namePrefix: values["simulated-node-prefix"],
    address: addressOf(values),
    port: values["enable-server"] ? values.port : 0,
    labels: values["node-labels"],
    taints: values["register-with-taints"],
    isSchedulable: values["register-schedulable"],
    ...(Object.keys(capacity).length > 0 && { capacity }),
    podRange: values["simulated-pod-range"],
    usual: {
      startAfterMs: values["simulated-start-delay"],
      readyAfterMs: values["simulated-ready-delay"],
      stopAfterMs: values["simulated-stop-delay"],
      jobsRunForMs: values["simulated-job-duration"],
    },
    recordsEvents: values["simulated-events"],
    podWriters: values["simulated-writers"],
    nodeWriters: values["simulated-writers"],
  };
}

/** Where the agent is reached. */
function addressOf(values: Values): string {
  const [own = ""] = values["node-ip"].split(",");
  if (own !== "") return own;
  return ALL_ADDRESSES.includes(values.address) ? LOOPBACK : values.address;
}

function checkFlags(values: Values): void {
  const count = values["simulated-nodes"];
  if (count < 1 || count > NODES_LIMIT) {
    throw new Error(`--simulated-nodes is ${count}, and must be from 1 to ${NODES_LIMIT}`);
  }
  if (values.orchconfig === "") {
    throw new Error(
      "--container-runtime=simulated needs --orchconfig: its nodes are nothing alone",
    );
  }
  if (!values["register-node"]) {
    throw new Error("--container-runtime=simulated registers its nodes: leave --register-node out");
  }
}

function planOf(values: Values): ServingPlan {
  const plan = servingOptionsFromFlags({
    ...values,
    "secure-port": values["enable-server"] ? values.port : 0,
    "bind-address": values.address,
    "http2-max-streams-per-connection": 0,
    "tls-sni-cert-key": [],
  });
  return plan.listen === undefined ? plan : { ...plan, listen: { ...plan.listen, flag: "--port" } };
}

/** The client of all nodes, each of which may send as many requests as the flags say. */
async function connect(
  { values, program, clock, logger, signal, random }: StartOptions,
  config: ClientSettings,
  metrics: Registry,
): Promise<Client> {
  const count = values["simulated-nodes"];
  const qps = values["orch-api-qps"];
  const options = {
    config,
    ...(qps > 0 && { qps: qps * count, burst: Math.max(1, values["orch-api-burst"]) * count }),
    protobuf: values["orch-api-content-type"] !== "application/json",
    keepManagedFields: false,
    userAgent: program,
    clock,
    logger,
    metrics,
    random,
    signal,
  };
  return await connected(options, { clock, logger, signal, random });
}

/** Serves what agents are asked; undefined where the flags want no server. */
async function openAgent(
  { values, program, clock, logger, signal }: StartOptions,
  plan: ServingPlan,
  client: Client,
  simulated: SimulatedNodes,
  metrics: Registry,
): Promise<AsyncDisposable | undefined> {
  const { listen, minVersion, limits } = plan;
  if (listen === undefined) return undefined;
  for (const notice of plan.notices) logger.warning("Note on a flag", { notice });
  const authorityFile = values["client-ca-file"];
  const access = await openAccess({
    values,
    client,
    nodes: simulated,
    clock,
    logger,
    metrics,
    signal,
  });
  const { nodes, pods, settings: { usual } } = simulated;
  const pages = agentPages({ nodes, pods, clock, usual, names: client.names, metrics });
  const handler = guardAgent(access, pages);
  const tls = await openCertificates(plan, {
    hosts: ["localhost", LOOPBACK, addressOf(values)],
    baseName: program,
    clientAuthorityFiles: authorityFile === "" ? [] : [authorityFile],
    clock,
    logger,
  });
  const server = await serve({ listen, tls, minVersion, limits, clock, logger }, handler).catch(
    async (error) => {
      await tls.close();
      throw error;
    },
  );
  logger.info("Serving", { ...server.address });
  return { [Symbol.asyncDispose]: () => server.close(GRACE_MS) };
}

/** Answers whoever looks whether the process lives; undefined where the flags want none. */
async function openHealth(
  { values, clock, logger }: StartOptions,
): Promise<AsyncDisposable | undefined> {
  const port = values["healthz-port"];
  if (port === 0) return undefined;
  const listen = { hostname: values["healthz-bind-address"], port, flag: "--healthz-port" };
  return await serve(
    { listen, clock, logger },
    ({ path }) => path === "/healthz" ? text(200, "ok") : text(404, "404 page not found\n"),
  );
}
