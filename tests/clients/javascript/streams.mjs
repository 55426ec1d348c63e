/** Streams to containers, of which there are none here: what people are told who try. */

import { PassThrough } from "node:stream";
import { Attach, CoreV1Api, Exec, Log, PortForward } from "@kubernetes/client-node";
import { step } from "./report.mjs";

const namespace = "default";

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function streams(config) {
  const core = config.makeApiClient(CoreV1Api);
  const sink = () => new PassThrough().resume();
  const subject = "streams";
  const ways = {
    "exec": (pod) =>
      new Exec(config).exec(
        namespace,
        pod,
        "a",
        ["ls"],
        sink(),
        sink(),
        null,
        false,
      ),
    "attach": (pod) =>
      new Attach(config).attach(
        namespace,
        pod,
        "a",
        sink(),
        sink(),
        null,
        false,
      ),
    "port-forward": (pod) =>
      new PortForward(config).portForward(
        namespace,
        pod,
        [80],
        sink(),
        sink(),
        new PassThrough(),
      ),
    "logs": (pod) => new Log(config).log(namespace, pod, "a", sink(), { follow: false }),
  };
  for (const [name, open] of Object.entries(ways)) {
    await step(subject, `${name} of no pod`, () => told(() => open("nothing")));
  }
  await core.createNamespacedPod({
    namespace,
    body: {
      metadata: { name: "js-waiting" },
      spec: { containers: [{ name: "a", image: "nginx" }] },
    },
  });
  for (const [name, open] of Object.entries(ways)) {
    await step(
      subject,
      `${name} of a pod that waits`,
      () => told(() => open("js-waiting")),
    );
  }
  await step(subject, "logs of another container", () => {
    return told(() => new Log(config).log(namespace, "js-waiting", "b", sink(), {}));
  });
  await core.deleteNamespacedPod({
    namespace,
    name: "js-waiting",
    gracePeriodSeconds: 0,
  });
}

/** What one is told: the code, or the words of whatever failed. */
async function told(open) {
  try {
    await open();
  } catch (error) {
    return error.code ?? error.statusCode ?? error.message ??
      String(error.error ?? error);
  }
  return "nothing";
}
