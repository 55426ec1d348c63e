/**
 * The deployment that scenarios of patches are about.
 *
 * @module
 */

import type { AnyObject, Session } from "../session.ts";

export const DEPLOYMENT: AnyObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "x", labels: { app: "x" }, annotations: { a: "b" } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "x" } },
    template: {
      metadata: { labels: { app: "x" } },
      spec: {
        containers: [
          {
            name: "a",
            image: "a:1",
            env: [{ name: "A", value: "1" }, { name: "B", value: "2" }],
            ports: [{ containerPort: 80, name: "http" }, { containerPort: 443 }],
            args: ["x", "y"],
          },
          { name: "b", image: "b:1", resources: { requests: { cpu: "100m" } } },
        ],
        tolerations: [{ key: "k", operator: "Exists" }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    },
  },
};

/** A deployment in a namespace of its own. */
export async function deployment(session: Session): Promise<string> {
  const deployments = `/apis/apps/v1/namespaces/${
    (await session.namespace()).split("/").at(-1)
  }/deployments`;
  await session.post(deployments, DEPLOYMENT);
  return `${deployments}/x`;
}
