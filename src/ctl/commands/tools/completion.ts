import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { wrongInput } from "../../call/failure.ts";

/** The scripts ask `monitorctl __complete` for candidates; without any, the shell offers files. */
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
  // Older shells leave out an empty last word, and the word before it would be completed: a mark keeps it.
  powershell: `# monitorctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName monitorctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements |
    Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { $_.ToString() })
  monitorctl __complete --marked '--' @before "_$wordToComplete" 2>$null |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`,
};

/** Prints the script that completes commands, flags and names in a shell. */
export const run: Run = async ({ io, args }) => {
  const shell = args[0]!;
  const script = scripts[shell];
  if (script === undefined) {
    const hint = didYouMean(shell, Object.keys(scripts));
    throw wrongInput(
      "usage",
      `no completion for "${shell}"${hint}`,
      "monitorctl completion bash, zsh, fish or powershell",
    );
  }
  io.stdout.write(script);
  return exitCodes.done;
};
