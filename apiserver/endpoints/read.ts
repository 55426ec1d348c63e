/**
 * The reading verbs.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import {
  type Headers,
  type HttpResponse,
  offeredSubprotocols,
  pulled,
  type PushBody,
  webSocket,
} from "../../toolkit/serving/mod.ts";
import { listBody } from "../bodies/list_body.ts";
import { convertForResponse, needsConversion, objectBody } from "../bodies/representation.ts";
import { WatchFrames } from "../bodies/watch_frames.ts";
import type { RequestContext } from "../http/context.ts";
import { getObject } from "../registry/get.ts";
import { listObjects } from "../registry/list.ts";
import { parseRevision } from "../resource/resource_version.ts";
import { fromStore } from "../resource/store_errors.ts";
import type { Target } from "../resource/target.ts";
import { watchObjects, type WatchRequest } from "../registry/watch.ts";
import { formOfRequest, tableLookOf } from "./accept.ts";
import { answer } from "./answer.ts";
import {
  consistencyOfRequest,
  listRequest,
  selectionOfRequest,
  versionOptions,
} from "./list_options.ts";
import type { EndpointContext } from "./endpoint_context.ts";

/** Answers with one object. */
export async function get(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { resource } = target;
  const form = formOfRequest(context, resource);
  const consistency = consistencyOfRequest(context);
  const look = tableLookOf(context, endpoint.tools.clock);
  const representation = await getObject(target, consistency, context);
  if (needsConversion(resource)) {
    await convertForResponse(resource, [representation], context.signal);
  }
  return answer(200, form.contentType, objectBody(resource, representation, form, look));
}

/** Answers with a list, or a page of one. */
export async function list(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { resource } = target;
  const form = formOfRequest(context, resource);
  const look = tableLookOf(context, endpoint.tools.clock);
  const { signal } = context;
  const content = await listObjects(target, listRequest(context, target, endpoint), signal);
  await convertForResponse(resource, content.entries, signal);
  return answer(200, form.contentType, listBody(resource, content, form, look));
}

/** Answers with changes as they come. */
export async function watch(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { request } = context;
  const { resource, storage } = target;
  const form = formOfRequest(context, resource, true);
  const look = tableLookOf(context, endpoint.tools.clock);
  const subprotocol = request.upgrade === undefined ? undefined : onlySubprotocol(request.headers);
  const frames = new WatchFrames(resource, form, look, storage.measures.watches(resource));
  const pieces = watchObjects(target, await watchRequest(context, target, endpoint), frames);
  context.onBegun = undefined;
  if (request.upgrade === undefined) {
    return { status: 200, headers: { "content-type": frames.contentType }, body: pieces };
  }
  return watchOverWebSocket(pieces, frames.binary, subprotocol);
}

async function watchRequest(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<WatchRequest> {
  const { query, signal } = context;
  const { resourceVersion, sendInitialEvents } = versionOptions(context, endpoint, true);
  const revision = parseRevision(resourceVersion);
  // Without a version, or with 0, what is there comes first unless that is declined.
  const fromState = sendInitialEvents ?? (revision === undefined || revision === 0);
  const bookmarks = query.flag("allowWatchBookmarks") === true;
  // A watch has no pages; a limit that is no number is refused all the same.
  query.integer("limit");
  const seconds = query.integer("timeoutSeconds") ?? 0;
  const selection = selectionOfRequest(context, target);
  const { random, clock } = endpoint.tools;
  return {
    onBegun: context.onBegun,
    selection,
    since: fromState ? undefined : revision || await revisionNow(context, target, revision === 0),
    notOlderThan: revision,
    bookmarks,
    endOfInitial: (sendInitialEvents ?? fromState) && bookmarks
      ? `${NAMES[endpoint.dialect].groupSuffix}/initial-events-end`
      : undefined,
    // Spread, so that clients that came together do not come back together.
    timeoutMs: seconds === 0
      ? endpoint.minWatchMs * (1 + random())
      : Math.max(0, Math.min(seconds, MAX_WATCH_SECONDS)) * 1000,
    clock,
    arrived: context.arrived,
    signal,
    onFault(error) {
      endpoint.logger.error("A watch failed", error, { id: context.id, path: context.info.path });
    },
  };
}

/**
 * The revision after which a watch of what is to come begins. Unless any will do that is all that was there before
 * the request; the client hears that it watches only then, so that what it does next is told.
 */
async function revisionNow(
  context: RequestContext,
  { storage, resource }: Target,
  isAny: boolean,
): Promise<number> {
  if (!isAny && !storage.isFresh) {
    try {
      await storage.waitUntilFresh(context.signal);
    } catch (error) {
      throw fromStore(error, resource, "", "watch");
    }
  }
  return storage.cache.revision;
}

/** More does not fit into a timer. */
const MAX_WATCH_SECONDS = 2_000_000;

const NORMAL_CLOSURE = 1000;

/**
 * The subprotocol that is offered, whatever it is called, as events are the same under any: a browser
 * offers one besides its token, and takes no answer without it. Throws a 400 where it is to be chosen.
 */
function onlySubprotocol(headers: Headers): string | undefined {
  const [only, ...more] = offeredSubprotocols(headers);
  if (more.length > 0) throw badRequest("a watch over a WebSocket takes one subprotocol");
  return only;
}

function watchOverWebSocket(
  pieces: PushBody,
  binary: boolean,
  subprotocol: string | undefined,
): HttpResponse {
  return webSocket({ ...(subprotocol !== undefined && { subprotocol }) }, async (socket) => {
    const decoder = new TextDecoder();
    for await (const piece of pulled(pieces)) {
      if (binary) {
        for (const frame of protobufFrames(piece)) await socket.send(frame);
      } else {
        // A message an event.
        for (const line of decoder.decode(piece).split("\n")) {
          if (line !== "") await socket.send(line);
        }
      }
    }
    socket.close(NORMAL_CLOSURE);
  });
}

function* protobufFrames(piece: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  for (let at = 0; at < piece.length;) {
    const length = view.getUint32(at);
    yield piece.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
}
