/**
 * Alarms of Amazon CloudWatch, as SNS carries them (`sns` takes them out of their envelope), and the same from EventBridge.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf, objectsOf } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = { alarm: "firing", insufficient_data: "firing", ok: "resolved" };

/** The site that shows alarms, after the region. */
const site = ["console", "aws.amazon.com"].join(".");

export const cloudwatch: Format = {
  name: "cloudwatch",
  read: (body, now) => {
    if (!isObject(body)) return null;
    const event = objectOf(body.detail);
    const isEvent = typeof event.alarmName === "string" && isObject(event.state);
    if (!isEvent && !(Object.hasOwn(body, "AlarmName") && Object.hasOwn(body, "NewStateValue")))
      return null;
    const state = objectOf(event.state);
    const trigger = objectOf(body.Trigger);
    const name = firstText(body, "AlarmName") ?? firstText(event, "alarmName");
    const arn =
      firstText(body, "AlarmArn") ?? firstText({ arn: [body.resources].flat()[0] }, "arn");
    const region = arn?.split(":")[3] ?? null;
    const dimensions = objectsOf(trigger.Dimensions).slice(0, 20);
    return contentsBy("cloudwatch", states, {
      state: firstText(body, "NewStateValue") ?? firstText(state, "value"),
      thing:
        arn === null ? [firstText(body, "AWSAccountId"), firstText(body, "Region"), name] : [arn],
      name,
      texts: [
        firstText(body, "AlarmDescription"),
        firstText(body, "NewStateReason") ?? firstText(state, "reason"),
      ],
      since: firstPast(now, instantOf(body.StateChangeTime ?? state.timestamp)),
      labels: {
        ...Object.fromEntries(
          dimensions.map((one) => [firstText(one, "name") ?? "", firstText(one, "value")]),
        ),
        account: body.AWSAccountId ?? body.account,
        region: firstText(body, "Region", "region"),
        metric: trigger.MetricName,
        namespace: trigger.Namespace,
      },
      links:
        region === null || !/^[a-z0-9-]{5,30}$/.test(region) || name === null
          ? []
          : [
              [
                "alarm",
                `https://${region}.${site}/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name)}`,
              ],
            ],
    });
  },
};
