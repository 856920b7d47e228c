/**
 * `monitord healthcheck`: asks the service of this configuration whether it is ready, for container runtimes and
 * other supervisors. Exits with 1 when it is not.
 */
import { askService, serviceUrl } from "./ask-service.ts";
import { failed, configured, err, out, type Invocation } from "./invocation.ts";

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (config.port === 0)
    return failed("--port 0 is a port that only the service knows. Set one.", 78);
  const path = "live" in invocation.options ? "/livez" : "/readyz";
  const { status, text } = await askService(config, path);
  if (status === 200) out(text);
  else err(status === null ? `monitord: no answer of ${serviceUrl(config)}${path}: ${text}` : text);
  return status === 200 ? 0 : 1;
}
