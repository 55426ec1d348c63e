/**
 * What servers warn of beside their answers: versions that are deprecated, unknown fields, what webhooks say.
 *
 * @module
 */

import type { Logger } from "../logger.ts";
import { RecentMap } from "../recent_map.ts";
import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";
import type { WebSocketRequest } from "../transport/websocket.ts";
import type { MessageStream, RequestSender } from "./sender.ts";

/** Of so many warnings it is known that they were logged. */
const REMEMBERED = 1024;

/** Logs what a server warns of, each text once. */
export class WarningSender implements RequestSender {
  readonly #sender: RequestSender;
  readonly #logger: Logger;
  readonly #logged = new RecentMap<string, true>(REMEMBERED);

  constructor(sender: RequestSender, logger: Logger) {
    this.#sender = sender;
    this.#logger = logger;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#sender.send(request);
    const { warning } = response.headers;
    if (warning !== undefined) this.#log(warning);
    return response;
  }

  async webSocket(request: WebSocketRequest): Promise<MessageStream> {
    return await this.#sender.webSocket(request);
  }

  #log(header: string | readonly string[]): void {
    for (const text of [header].flat().flatMap(warningsIn)) {
      if (this.#logged.get(text) === undefined) {
        this.#logger.warning("The server warns", { warning: text });
      }
      this.#logged.set(text, true);
    }
  }
}

/** One warning: a code, who warns, the text, perhaps a date, and what begins the next one. */
const WARNING = /\s*(\d{3}) \S+ "((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?\s*(?:,|$)/gy;
/** What stands for as long as nobody changes something: the one code that servers of this API use. */
const LASTING = "299";

/** The texts in a header, up to where it is none. */
function warningsIn(header: string): string[] {
  return Array.from(
    header.matchAll(WARNING),
    ([, code, text = ""]) => code === LASTING ? textOf(text) : "",
  ).filter((text) => text !== "");
}

/** A character of a header is a byte of its text. */
function textOf(quoted: string): string {
  const text = quoted.replace(/\\(.)/g, "$1");
  if (!/[\x80-\xff]/.test(text)) return text;
  return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}
