/** Users: people of the organization who can be notified. */
import { optional, required, resource } from "./field.ts";
import { Email, Title } from "./schema.ts";
import { everyResource } from "./shared.ts";

export const user = resource({
  noun: "user",
  title: "User",
  about: "A person of the organization, by email address.",
  sections: { person: { title: "Person", about: "" } },
  fields: {
    email: required(
      Email("Unique in the organization; upper and lower case are one.", {
        examples: ["ada@example.com"],
      }),
      { label: "Email", section: "person", original: true, meaning: "email" },
    ),
    name: optional(Title("What people call them."), {
      label: "Name",
      help: "",
      section: "person",
      original: true,
    }),
    ...everyResource,
  },
});
