/**
 * What leads to nodes, pods and services: answered by whoever is connected to them.
 *
 * @module
 */

import type { VerbHandler } from "./handler.ts";

const log: VerbHandler = (context, target, { connections }) => connections.log(context, target);

const stream: VerbHandler = (context, target, { connections }) =>
  connections.stream(context, target);

const proxy: VerbHandler = (context, target, { connections }) => connections.proxy(context, target);

/** Shows what a container has written. */
export const logHandlers = { get: log };

/** Connects to what runs in a pod. */
export const connectionHandlers = { create: stream, get: stream };

/** Passes requests on, whatever their method. */
export const proxyHandlers = {
  create: proxy,
  delete: proxy,
  get: proxy,
  patch: proxy,
  update: proxy,
};
