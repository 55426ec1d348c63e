/**
 * What a node tells of the containers of a pod, in the words that clients know.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { failedPull } from "./container_status.ts";
import type { ContainerRun, PodRun } from "./pod_run.ts";

/** A container has started; `pulls`: how often its image could not be pulled before. */
export function tellStart(
  run: PodRun,
  container: ContainerRun,
  { image = "" }: coreV1.Container,
  pulls: number,
): void {
  const name = JSON.stringify(image);
  if (pulls > 0) tellPull(run, container, image);
  tell(
    run,
    container,
    "Pulled",
    pulls > 0
      ? `Successfully pulled image ${name} in 0s (0s including waiting). Image size: 0 bytes.`
      : `Container image ${name} already present on machine and can be accessed by the pod`,
  );
  tell(run, container, "Created", "Container created");
  tell(run, container, "Started", "Container started");
}

/** An image could not be pulled. */
export function tellFailedPull(
  run: PodRun,
  container: ContainerRun,
  { image = "" }: coreV1.Container,
): void {
  tellPull(run, container, image);
  const message = `Failed to pull image ${JSON.stringify(image)}: ${failedPull(image)}`;
  warn(run, container, "Failed", message);
  warn(run, container, "Failed", "Error: ErrImagePull");
}

/** Who pulls rests before the next time. */
export function tellPullRest(
  run: PodRun,
  container: ContainerRun,
  { image = "" }: coreV1.Container,
): void {
  tell(run, container, "BackOff", `Back-off pulling image ${JSON.stringify(image)}`);
  warn(run, container, "Failed", "Error: ImagePullBackOff");
}

/** A container that has ended rests before it starts again. */
export function tellRest(run: PodRun, container: ContainerRun, { metadata }: coreV1.Pod): void {
  const pod = `${metadata?.name}_${metadata?.namespace}(${run.uid})`;
  const message = `Back-off restarting failed container ${container.name} in pod ${pod}`;
  warn(run, container, "BackOff", message);
}

/** A container that runs is told to end. */
export function tellStop(run: PodRun, container: ContainerRun): void {
  tell(run, container, "Killing", `Stopping container ${container.name}`);
}

/** The pod has run for as long as it may. */
export function tellDeadline(run: PodRun, reason: string, message: string): void {
  tell(run, undefined, reason, message);
}

function tellPull(run: PodRun, container: ContainerRun, image: string): void {
  tell(run, container, "Pulling", `Pulling image ${JSON.stringify(image)}`);
}

function tell(
  run: PodRun,
  container: ContainerRun | undefined,
  reason: string,
  message: string,
): void {
  run.happened.push({ container, type: "Normal", reason, message });
}

function warn(run: PodRun, container: ContainerRun, reason: string, message: string): void {
  run.happened.push({ container, type: "Warning", reason, message });
}
