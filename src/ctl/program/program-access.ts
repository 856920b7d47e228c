/**
 * Declares the commands for users, devices, keys and sign-in. Each is a file that is loaded when it is called.
 */
import { Option, type Command } from "commander";
import { adder, family, listOutput, output, printsAsIs, type Start } from "./define.ts";

/** Adds them to the program. */
export function registerAccess(program: Command, start: Start): void {
  program.commandsGroup("People and keys:");
  people(program, start);
  program.commandsGroup("Servers:");
  access(program, start);
}

const yes = () => new Option("-y, --yes", "Do not ask");

const memberRuleOptions = () => [
  new Option("--priority <n>", "1: only the highest; 2: also the next"),
  new Option("--hours <hours>", "08:00-18:00, or always"),
  new Option("--days <days>", "mon-fri; sat,sun; all"),
  new Option("--timezone <name>", "Time zone of the hours: Europe/Berlin"),
];

function people(program: Command, start: Start): void {
  const users = family(program, start, "users", "Manage users");
  users("list", "List users", () => import("../commands/people/users-list.ts"), ...listOutput());
  users(
    "add <email>",
    "Add a user",
    () => import("../commands/people/users-add.ts"),
    new Option("--name <name>", "The user's name"),
    new Option("--external-id <id>", "Your own identifier"),
  );
  users(
    "invite <user>",
    "Create a one-time link to sign a user in to the dashboard",
    () => import("../commands/people/users-invite.ts"),
    new Option("--role <role>", "Viewer, responder, editor or admin; default: the current role"),
  );
  users(
    "remove <user>",
    "Remove a user, by email, external id or id",
    () => import("../commands/people/users-remove.ts"),
    yes(),
  );
  const members = family(program, start, "members", "Manage members of alert groups");
  members(
    "list <group>",
    "List the members of a group, and when each is notified",
    () => import("../commands/people/members-list.ts"),
    ...listOutput(),
  );
  members(
    "add <group> <user...>",
    "Add users to a group, by its rules or by their own",
    () => import("../commands/people/members-add.ts"),
    ...memberRuleOptions(),
  );
  members(
    "remove <group> <user...>",
    "Remove users from a group",
    () => import("../commands/people/members-remove.ts"),
  );
  members(
    "set <group> <user>",
    "Set a member's own hours and priority (group = inherit)",
    () => import("../commands/people/members-set.ts"),
    ...memberRuleOptions(),
  );
  const devices = family(program, start, "devices", "Manage devices of users");
  devices(
    "list [user]",
    "List devices, of one user or of all",
    () => import("../commands/people/devices-list.ts"),
    ...listOutput(),
  );
  devices(
    "add [user] [topic]",
    "Add a phone by QR code, or a device by its address",
    () => import("../commands/people/devices-add.ts"),
    new Option("--user <user>", "Its user, instead of the first argument"),
    new Option("--name <name>", "Name of the device"),
    new Option("--server <url>", "Its ntfy server, if not the default one"),
    new Option("--kind <kind>", "Kind, if not ntfy: fcm, webhook or email"),
    new Option("--format <format>", "Webhook format: generic, slack, teams, discord or mattermost"),
    new Option("--with-token", "Read an access token, or a webhook's secret, from the input"),
    new Option("--no-qr", "Print the link only"),
    new Option("--wait", "Wait until the phone has responded (default on a terminal)"),
    new Option("--no-wait", "Print the link and exit"),
  );
  devices(
    "test <user> [device]",
    "Send a silent test push; a response verifies the device",
    () => import("../commands/people/devices-test.ts"),
  );
  devices(
    "disable <user> [device]",
    "Switch the devices of a user off, or one of them",
    async () => ({ run: (await import("../commands/people/devices-enable.ts")).disable }),
  );
  devices(
    "enable <user> [device]",
    "Switch the devices of a user on again, or one of them",
    async () => ({ run: (await import("../commands/people/devices-enable.ts")).enable }),
  );
  devices(
    "remove <user> <device>",
    "Remove a device, by id, name or topic",
    () => import("../commands/people/devices-remove.ts"),
    yes(),
  );
  const notify = family(program, start, "notify", "Test whether users can be reached");
  notify(
    "test <who>",
    "Send a silent test to a user or a group (ag/ID)",
    () => import("../commands/people/notify-test.ts"),
  );
  const drill = family(program, start, "drill", "Run and list drills");
  drill(
    "run <group>",
    "Send every member a silent confirmation request",
    () => import("../commands/people/drill-run.ts"),
  );
  drill(
    "list <group>",
    "List the drills of a group, with the responses",
    () => import("../commands/people/drill-list.ts"),
    ...listOutput(),
  );
  const subscribers = family(program, start, "subscribers", "Manage subscribers of status pages");
  subscribers(
    "list <page>",
    "List the subscribers of a status page",
    () => import("../commands/people/subscribers-list.ts"),
    ...listOutput(),
  );
  subscribers(
    "remove <page> <email>",
    "Remove a subscriber of a status page, by email or id",
    () => import("../commands/people/subscribers-remove.ts"),
    yes(),
  );
  const keys = family(program, start, "keys", "Manage API keys");
  keys(
    "list",
    "List API keys, without their secrets",
    () => import("../commands/access/keys-list.ts"),
    new Option("--all", "Revoked and expired ones too"),
    ...listOutput(),
  );
  keys(
    "create <name>",
    "Create an API key and print it once",
    () => import("../commands/access/keys-create.ts"),
    new Option("--scopes <list>", "Read, respond, write, admin (default: read,write)"),
    new Option("--scope <scope>", "The same, for one scope").conflicts("scopes"),
    new Option("--project <name...>", "Change only resources of this project; repeatable"),
    new Option("--expires <duration>", "Lifetime, for example 90d"),
  );
  keys(
    "revoke <key>",
    "Revoke an API key, by id, prefix or name",
    () => import("../commands/access/keys-revoke.ts"),
    yes(),
  );
  adder(program, start)(
    "organization",
    "Show or change settings of the organization",
    () => import("../commands/access/organization.ts"),
    new Option(
      "--people-declared-by <project...>",
      "Projects that can declare people without an admin key, or none",
    ),
  );
  adder(program, start)(
    "audit",
    "List changes with their authors, newest first",
    () => import("../commands/access/audit.ts"),
    new Option("--limit <n>", "Number of events, 1 to 1000").default("50"),
    ...listOutput(),
  );
}

function access(program: Command, start: Start): void {
  const add = adder(program, start);
  add(
    "login [url]",
    "Sign in as yourself, or with a setup code or an API key",
    () => import("../commands/access/login.ts"),
    new Option("--no-browser", "Do not open a browser: use any other one"),
    new Option("--code <code>", "The setup code"),
    new Option("--with-key", "Read an API key from the input").conflicts("code"),
  );
  add("logout", "Sign out, and revoke your key", () => import("../commands/access/logout.ts"));
  add(
    "whoami",
    "Show the person, the server, the key and its scopes",
    () => import("../commands/access/whoami.ts"),
  );
  add(
    "doctor",
    "Diagnose the connection, the server and paging",
    () => import("../commands/tools/doctor.ts"),
  );
  const context = family(program, start, "context", "Manage saved servers");
  context(
    "list",
    "List saved servers; * marks the current one",
    () => import("../commands/access/context-list.ts"),
    output("table", "json", "yaml", "name"),
  );
  context(
    "use <name>",
    "Select a saved server",
    () => import("../commands/access/context-use.ts"),
    printsAsIs,
  );
  context(
    "rename <name> <new-name>",
    "Rename a saved server",
    () => import("../commands/access/context-rename.ts"),
    printsAsIs,
  );
  context(
    "delete <name>",
    "Remove a saved server and its key",
    () => import("../commands/access/context-delete.ts"),
    printsAsIs,
  );
  add(
    "api <method> <path>",
    "Send any request to the API",
    () => import("../commands/tools/api.ts"),
    new Option("-d, --data <json>", "Body: literal JSON, @FILE, or -"),
    printsAsIs,
  );
  add(
    "completion <shell>",
    "Print a completion script: bash, zsh, fish, powershell",
    () => import("../commands/tools/completion.ts"),
    printsAsIs,
  );
  add(
    "guide [guide]",
    "Print a guide or list them: phones, phones#run-a-drill",
    () => import("../commands/tools/guide.ts"),
    new Option("--search <words>", "Sections with all of these words"),
    printsAsIs,
  );
  add("version", "Print the version", () => import("../commands/tools/version.ts"), printsAsIs);
}
