/** The unit that runs monitord under systemd, with as few rights as it needs. Pure. */
import { isInHome, type Opening } from "./openings.ts";

export interface UnitSettings {
  /** The command and its arguments. */
  command: readonly string[];
  user: string;
  /** Secrets: the name of the option, and the file that root reads for the service. */
  credentials: readonly { name: string; file: string }[];
  /** Folders beside the state directory that the service needs. */
  opened: readonly Opening[];
  /** Whether everything is stored in `/var/lib/monitord`. */
  stateDirectory: boolean;
}

/** The text of `monitord.service`. */
export function unitText(settings: UnitSettings): string {
  const { command, user, credentials, opened, stateDirectory } = settings;
  const showsHomes = opened.some(({ folder }) => isInHome(folder));
  return `# Made by: monitord systemd
[Unit]
Description=monitord, monitoring and paging
After=network-online.target
Wants=network-online.target
# A monitor that gives up is worse than one that tries again.
StartLimitIntervalSec=0

[Service]
ExecStart=${command.map(quoted).join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
User=${user}
${stateDirectory ? "StateDirectory=monitord\nStateDirectoryMode=0700\n" : ""}${opened
    .map((one) => `${openedBy(one)}=${pathWord(one.folder)}\n`)
    .join("")}${loaded(credentials)}
# READY=1 comes when it listens and its database answers. systemd-notify sends it, so NotifyAccess=all.
Type=notify
NotifyAccess=all
# It waits for a database server that is not there yet, and a large upgrade takes its time.
TimeoutStartSec=infinity
# The main loop reports every 30 s. A process that is stuck is killed and started again.
WatchdogSec=60
Restart=always
RestartSec=2
# 3: a mistyped command or option. 78: a wrong configuration. A restart changes neither.
RestartPreventExitStatus=3 78
# A stop finishes or returns what is running, within ten seconds.
KillSignal=SIGTERM
KillMode=mixed
TimeoutStopSec=15
LimitNOFILE=65536

# What it may do. MemoryDenyWriteExecute= is missing because Node compiles code at run time, and ProcSubset=pid
# because it reads the boot id.
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=${showsHomes ? "tmpfs" : "yes"}
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

/** The files of secrets; an example if none are set. */
function loaded(credentials: UnitSettings["credentials"]): string {
  if (credentials.length === 0)
    return "# A secret stays in a file of root. The service reads it as $CREDENTIALS_DIRECTORY/ntfy-token:\n# LoadCredential=ntfy-token:/etc/monitord/ntfy-token\n";
  return credentials
    .map(({ name, file }) => `LoadCredential=${name}:${file.replaceAll("%", "%%")}\n`)
    .join("");
}

const openedBy = ({ writes, hidden }: Opening): string => {
  if (!hidden) return "ReadWritePaths";
  return writes ? "BindPaths" : "BindReadOnlyPaths";
};

/** A word of a command line as systemd reads it: a dollar begins a variable. */
const quoted = (word: string): string => inQuotes(word.replaceAll("$", "$$$$"));

/** A path as systemd reads it; a colon begins the place where it is shown. */
const pathWord = (path: string): string => inQuotes(path).replaceAll(":", "\\:");

const inQuotes = (word: string): string => {
  const plain = word.replaceAll("%", "%%");
  return /[\s"'\\;]/.test(plain) ? `"${plain.replaceAll(/["\\]/g, "\\$&")}"` : plain;
};
