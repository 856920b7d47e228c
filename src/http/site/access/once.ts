/**
 * A form that a page sends again does its work once. Over a bad line the page cannot know whether the first one arrived, so it
 * gives each press a key (`line.js`): the answer to a form that did its work is kept by that key, and the second form gets it.
 * While the first is under way the second waits for it. A form that was refused has no kept answer, and is tried again.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { idempotencyKept } from "../../../core/history/retention.ts";
import { formOf, type Site } from "../site.ts";

/** 128 random bits or more, made by the page. */
const keys = /^[\w-]{22,64}$/;

export function onceOnly(app: FastifyInstance, { store, clock }: Site): void {
  const underWay = new Map<string, Promise<void>>();
  const sent = new WeakMap<FastifyRequest, { key: string; end: () => void }>();

  app.addHook("preHandler", async (request, reply) => {
    const form = formOf(request);
    const once = form.get("once");
    form.delete("once");
    if (once === null || !keys.test(once) || !request.visitor) return;
    const { caller } = request.visitor;
    const key = `form ${caller.id} ${once}`;
    while (underWay.has(key)) await underWay.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.set(key, promise);
    const end = () => {
      underWay.delete(key);
      resolve();
    };
    try {
      const earlier = await store.read.form_answer(key, clock.now() - idempotencyKept);
      if (earlier === null) return void sent.set(request, { key, end });
      end();
      return reply.header("cache-control", "no-store").redirect(earlier, 303);
    } catch (error) {
      end();
      throw error;
    }
  });

  // Before the answer leaves: a page that has the answer does not send the form again.
  app.addHook("onSend", async (request, reply) => {
    const form = sent.get(request);
    if (!form) return;
    const location = reply.getHeader("location");
    if (reply.statusCode === 303 && typeof location === "string")
      await store
        .run("keep_form_answer", { key: form.key, location, now: clock.now() })
        .catch((error: unknown) => {
          request.log.warn({ err: error, request_id: request.id }, "answer of a form not kept");
        });
    form.end();
  });
}
