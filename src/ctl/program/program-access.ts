/**
 * Declares the commands for users, devices, keys and sign-in. Each is a file that is loaded when it is called.
 */
import { Option, type Command } from "commander";
import { adder, family, listOutput, output, type Start } from "./define.ts";

/** Adds them to the program. */
export function registerAccess(program: Command, start: Start): void {
  program.commandsGroup("People and keys:");
  people(program, start);
  program.commandsGroup("Servers:");
  access(program, start);
}

const yes = () => new Option("-y, --yes", "do not ask");

function people(program: Command, start: Start): void {
  const users = family(program, start, "users", "people who can be notified");
  users("list", "list users", () => import("../commands/people/users-list.ts"), ...listOutput());
  users(
    "add <email>",
    "add a user",
    () => import("../commands/people/users-add.ts"),
    new Option("--name <name>", "what people call them"),
    new Option("--external-id <id>", "your own identifier"),
    output("text", "json"),
  );
  users(
    "invite <user>",
    "make a link by which a user signs in to the dashboard, once",
    () => import("../commands/people/users-invite.ts"),
    new Option("--role <role>", "viewer, responder, editor or admin; default: the role it has"),
    output("text", "json"),
  );
  users(
    "remove <user>",
    "remove a user, by email, external id or id",
    () => import("../commands/people/users-remove.ts"),
    yes(),
    output("text", "json"),
  );
  const members = family(program, start, "members", "people of alert groups");
  members(
    "list <group>",
    "list the members of an alert group, and when each is notified",
    () => import("../commands/people/members-list.ts"),
    ...listOutput(),
  );
  members(
    "set <group> <user>",
    "give a member rules of their own; the word group takes one back",
    () => import("../commands/people/members-set.ts"),
    new Option("--priority <n>", "1: of the highest only; 2: and the next"),
    new Option("--hours <hours>", "08:00-18:00, or always"),
    new Option("--days <days>", "mon-fri; sat,sun; all"),
    new Option("--timezone <name>", "of the hours: Europe/Berlin"),
    output("text", "json"),
  );
  const devices = family(program, start, "devices", "phones of users");
  devices(
    "list [user]",
    "list devices, of one user or of all",
    () => import("../commands/people/devices-list.ts"),
    ...listOutput(),
  );
  devices(
    "add [user] [topic]",
    "add a phone: by a link and a QR code, or by the topic that it has",
    () => import("../commands/people/devices-add.ts"),
    new Option("--user <user>", "whose it is, in place of the first word"),
    new Option("--name <name>", "what its owner calls it"),
    new Option("--server <url>", "its ntfy server, if not the default one"),
    new Option("--kind <kind>", "what it is, if not a topic: fcm, webhook or email"),
    new Option("--format <format>", "of a webhook: generic, slack, teams, discord or mattermost"),
    new Option("--with-token", "read an access token, or a webhook's secret, from the input"),
    new Option("--no-qr", "the link alone"),
    new Option("--wait", "until the phone has answered (on a terminal: always)"),
    new Option("--no-wait", "print the link, and end"),
    output("text", "json"),
  );
  devices(
    "test <user> [device]",
    "send a quiet test push; the device is verified once somebody answers it",
    () => import("../commands/people/devices-test.ts"),
    output("text", "json"),
  );
  devices(
    "remove <user> <device>",
    "remove a device, by id, name or topic",
    () => import("../commands/people/devices-remove.ts"),
    yes(),
    output("text", "json"),
  );
  const notify = family(program, start, "notify", "whether people are reached");
  notify(
    "test <who>",
    "send a silent test push to a user, or to the members of a group (ag/ID)",
    () => import("../commands/people/notify-test.ts"),
    output("text", "json"),
  );
  const drill = family(program, start, "drill", "whether the people of a group answer");
  drill(
    "run <group>",
    "ask every member, on every device and without a sound, to tap a button",
    () => import("../commands/people/drill-run.ts"),
    output("text", "json"),
  );
  drill(
    "list <group>",
    "list the drills of a group: who answered, and who did not",
    () => import("../commands/people/drill-list.ts"),
    ...listOutput(),
  );
  const keys = family(program, start, "keys", "API keys");
  keys(
    "list",
    "list keys, without the keys themselves",
    () => import("../commands/access/keys-list.ts"),
    new Option("--all", "revoked and expired ones too"),
    ...listOutput(),
  );
  keys(
    "create <name>",
    "make a key and print it alone, this once",
    () => import("../commands/access/keys-create.ts"),
    new Option("--scopes <list>", "read, respond, write, admin (default: read,write)"),
    new Option("--expires <duration>", "when it ends: 90d"),
    output("text", "json"),
  );
  keys(
    "revoke <key>",
    "refuse a key from now on, by id, prefix or name",
    () => import("../commands/access/keys-revoke.ts"),
    yes(),
    output("text", "json"),
  );
  adder(program, start)(
    "audit",
    "list who changed what, newest first",
    () => import("../commands/access/audit.ts"),
    new Option("--limit <n>", "number of events, 1 to 1000").default("50"),
    ...listOutput(),
  );
}

function access(program: Command, start: Start): void {
  const add = adder(program, start);
  add(
    "login [url]",
    "sign in with the code that monitord printed",
    () => import("../commands/access/login.ts"),
    new Option("--code <code>", "the code"),
    new Option("--with-key", "read an API key from the input").conflicts("code"),
    output("text", "json"),
  );
  add(
    "logout",
    "forget the key of a server",
    () => import("../commands/access/logout.ts"),
    output("text", "json"),
  );
  add(
    "whoami",
    "show the server, the key and what it may do",
    () => import("../commands/access/whoami.ts"),
    output("text", "json"),
  );
  add(
    "doctor",
    "diagnose the connection, the server and paging; exit with 10 when nobody can be paged",
    () => import("../commands/tools/doctor.ts"),
    output("text", "json"),
  );
  const context = family(program, start, "context", "servers that were signed in to");
  context(
    "list",
    "list them; * marks the current one",
    () => import("../commands/access/context-list.ts"),
    output("table", "json", "yaml", "name"),
  );
  context(
    "use <name>",
    "make one the current one",
    () => import("../commands/access/context-use.ts"),
  );
  context(
    "rename <name> <new-name>",
    "call one by another name",
    () => import("../commands/access/context-rename.ts"),
  );
  context(
    "delete <name>",
    "forget one and its key",
    () => import("../commands/access/context-delete.ts"),
  );
  add(
    "api <method> <path>",
    "send any request to the API, and print the answer",
    () => import("../commands/tools/api.ts"),
    new Option("-d, --data <json>", "the body: as it is, @FILE, or -"),
  );
  add(
    "completion <shell>",
    "print what makes the shell complete: bash, zsh, fish or powershell",
    () => import("../commands/tools/completion.ts"),
  );
  add(
    "guide [guide]",
    "print a guide, or list them: phones, or phones#run-a-drill",
    () => import("../commands/tools/guide.ts"),
    new Option("--search <words>", "the parts that have all of these words"),
  );
  add("version", "print the version", () => import("../commands/tools/version.ts"));
}
