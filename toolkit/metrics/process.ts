/**
 * What every process shows of itself.
 *
 * @module
 */

import process from "node:process";
import type { Registry } from "./registry.ts";

/** Declares memory, processor time, open files and start time of this process. */
export function registerProcessMetrics(registry: Registry): void {
  const startSeconds = performance.timeOrigin / 1000;
  registry.observed("gauge", {
    name: "process_start_time_seconds",
    help: "Start time of the process since unix epoch in seconds.",
    stability: "STABLE",
  }, () => startSeconds);
  registry.observed("gauge", {
    name: "process_resident_memory_bytes",
    help: "Resident memory size in bytes.",
    stability: "STABLE",
  }, () => Deno.memoryUsage().rss);
  registry.observed("gauge", {
    name: "process_heap_bytes",
    help: "Size of the JavaScript heap in use in bytes.",
  }, () => Deno.memoryUsage().heapUsed);
  registry.observed("counter", {
    name: "process_cpu_seconds_total",
    help: "Total user and system CPU time spent in seconds.",
    stability: "STABLE",
  }, cpuSeconds);
  if (Deno.build.os !== "linux") return;
  registry.observed("gauge", {
    name: "process_open_fds",
    help: "Number of open file descriptors.",
    stability: "STABLE",
  }, () => [...Deno.readDirSync("/proc/self/fd")].length);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
