#!/bin/sh
# Makes the single executable ./monitorctl of this machine's Node (24 or newer) and of monitorctl.mjs beside this script.
set -eu
cd "$(dirname "$0")"
node=$(node -p process.execPath)
cat >sea.json <<'END'
{ "main": "launch.cjs", "output": "sea.blob", "disableExperimentalSEAWarning": true,
  "execArgvExtension": "none", "assets": { "monitorctl.mjs": "monitorctl.mjs" } }
END
"$node" --experimental-sea-config sea.json
cp "$node" monitorctl
chmod u+w monitorctl
npx --yes postject@1.0.0-alpha.6 monitorctl NODE_SEA_BLOB sea.blob \
  --sentinel-fuse NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2
rm sea.json sea.blob
