/**
 * What every process uses.
 *
 * @module
 */

import process from "node:process";
import type { Registry } from "../metrics/mod.ts";

/** Declares memory, processor time, files, network and start time of this process. */
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
  if (Deno.build.os === "linux") registerLinuxMetrics(registry);
}

/** Declares what `/proc` tells. */
function registerLinuxMetrics(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) =>
    registry.observed("gauge", { name, help, stability: "STABLE" }, () => ifRead(read));
  const counter = (name: string, help: string, read: () => number) =>
    registry.observed("counter", { name, help, stability: "STABLE" }, () => ifRead(read));
  gauge(
    "process_open_fds",
    "Number of file descriptors that are open.",
    () => [...Deno.readDirSync("/proc/self/fd")].length,
  );
  gauge(
    "process_max_fds",
    "Most file descriptors that may be open.",
    () => limit("Max open files"),
  );
  gauge(
    "process_virtual_memory_bytes",
    "Addresses that the process uses, in bytes.",
    () => 1024 * Number(/^VmSize:\s+(\d+) kB$/m.exec(own("status"))?.[1]),
  );
  gauge(
    "process_virtual_memory_max_bytes",
    "Most addresses that the process may use, in bytes.",
    () => limit("Max address space"),
  );
  counter(
    "process_network_receive_bytes_total",
    "Bytes that came over the network that the process is in.",
    () => octets("InOctets"),
  );
  counter(
    "process_network_transmit_bytes_total",
    "Bytes that went out over the network that the process is in.",
    () => octets("OutOctets"),
  );
}

/**
 * A value, where there is one: a process that has no descriptor left to look with shows all its other metrics, which
 * tell why.
 */
function ifRead(read: () => number): number | undefined {
  try {
    const value = read();
    return Number.isNaN(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function own(file: string): string {
  return Deno.readTextFileSync(`/proc/self/${file}`);
}

/** What Go's clients say where there is no limit. */
const UNLIMITED = 2 ** 64;

/** The limit that the process is held to now. */
function limit(name: string): number {
  const value = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(own("limits"))?.[1];
  return value === "unlimited" ? UNLIMITED : Number(value);
}

/** A number of the table `IpExt`, whose first line has the names. */
function octets(name: string): number {
  const [names = [], values = []] = own("net/netstat").split("\n")
    .filter((line) => line.startsWith("IpExt:")).map((line) => line.split(" "));
  return Number(values[names.indexOf(name)]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
