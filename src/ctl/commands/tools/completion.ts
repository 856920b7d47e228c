import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { wrongInput } from "../../program/failure.ts";

/** The scripts ask `monitorctl __complete` for what fits; where it knows nothing, files are offered. */
const scripts: Record<string, string> = {
  bash: `# eval "$(monitorctl completion bash)"
_monitorctl() {
  local IFS=$'\\n'
  COMPREPLY=($(monitorctl __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _monitorctl monitorctl
`,
  zsh: `#compdef monitorctl
_monitorctl() {
  local -a fitting
  fitting=("\${(@f)$(monitorctl __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$fitting[1]" ]]; then
    compadd -a fitting
  else
    _files
  fi
}
if [[ "$funcstack[1]" = "_monitorctl" ]]; then
  _monitorctl "$@"
else
  compdef _monitorctl monitorctl
fi
`,
  fish: `function __monitorctl_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  monitorctl __complete -- $before[2..-1] "$current" 2>/dev/null
end
complete -c monitorctl -f -a '(__monitorctl_complete)'
complete -c monitorctl -s f -l file -rF
`,
};

/** Prints what makes a shell complete commands, flags and names. */
export const run: Run = async ({ io, args }) => {
  const shell = args[0]!;
  const script = scripts[shell];
  if (script === undefined) {
    const hint = didYouMean(shell, Object.keys(scripts));
    throw wrongInput(
      "usage",
      `there is no completion for "${shell}"${hint}`,
      "monitorctl completion bash, zsh or fish",
    );
  }
  io.stdout.write(script);
  return exitCodes.done;
};
