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
    help: "When the process started, in seconds since 1970-01-01 UTC.",
    stability: "STABLE",
  }, () => startSeconds);
  registry.observed("gauge", {
    name: "process_resident_memory_bytes",
    help: "Memory of the process that is in RAM, in bytes.",
    stability: "STABLE",
  }, () => Deno.memoryUsage().rss);
  registry.observed("gauge", {
    name: "process_heap_bytes",
    help: "Memory of the JavaScript heap that is in use, in bytes.",
  }, () => Deno.memoryUsage().heapUsed);
  registry.observed("counter", {
    name: "process_cpu_seconds_total",
    help: "CPU time that the process has used, its own and the system's, in seconds.",
    stability: "STABLE",
  }, cpuSeconds);
  if (Deno.build.os !== "linux") return;
  registry.observed("gauge", {
    name: "process_open_fds",
    help: "Number of file descriptors that are open.",
    stability: "STABLE",
  }, () => [...Deno.readDirSync("/proc/self/fd")].length);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
