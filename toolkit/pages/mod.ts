/** What processes serve on their secure ports, and to whom. */
export { type PageAnswer, pages, type PagesOptions } from "./pages.ts";
export { type GuardedServing, type GuardedServingOptions, serveGuarded } from "./serve_guarded.ts";
