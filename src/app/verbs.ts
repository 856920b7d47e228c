/** All use cases that write, by the name that `Store.run` takes. */
import { add_passkey } from "./access/add-passkey.ts";
import { begin_provider_sign_in } from "./provider/begin-provider-sign-in.ts";
import { answer_device_authorization } from "./access/answer-device-authorization.ts";
import { audit_export } from "./access/audit-export.ts";
import { audit_refusal } from "./access/audit-refusal.ts";
import { audit_refused_sign_in } from "./access/audit-refused-sign-in.ts";
import { begin_device_authorization } from "./access/begin-device-authorization.ts";
import { end_other_sessions } from "./session/end-other-sessions.ts";
import { withdraw_sign_in_link } from "./access/withdraw-sign-in-link.ts";
import { prove_session } from "./session/prove-session.ts";
import { prove_by_code } from "./session/prove-by-code.ts";
import { send_proof_code } from "./session/send-proof-code.ts";
import { begin_session } from "./session/begin-session.ts";
import { create_key } from "./access/create-key.ts";
import { create_organization } from "./access/create-organization.ts";
import { create_setup_code } from "./access/create-setup-code.ts";
import { end_provider_sessions } from "./provider/end-provider-sessions.ts";
import { end_listed_session } from "./session/end-listed-session.ts";
import { end_session } from "./session/end-session.ts";
import { ensure_organization } from "./access/ensure-organization.ts";
import { refuse_device_code } from "./access/refuse-device-code.ts";
import { keep_form_answer } from "./access/keep-form-answer.ts";
import { note_mailed_link } from "./access/note-mailed-link.ts";
import { invite_user } from "./access/invite-user.ts";
import { open_account } from "./access/open-account.ts";
import { redeem_device_authorization } from "./access/redeem-device-authorization.ts";
import { redeem_passkey } from "./access/redeem-passkey.ts";
import { redeem_setup_code } from "./access/redeem-setup-code.ts";
import { redeem_sign_in_link } from "./access/redeem-sign-in-link.ts";
import { refuse_sign_in } from "./provider/refuse-sign-in.ts";
import { remove_identity } from "./provider/remove-identity.ts";
import { remove_passkey } from "./access/remove-passkey.ts";
import { revoke_key } from "./access/revoke-key.ts";
import { sign_in_by_provider } from "./provider/sign-in-by-provider.ts";
import { take_provider_sign_in } from "./provider/take-provider-sign-in.ts";
import { touch_key } from "./access/touch-key.ts";
import { touch_session } from "./session/touch-session.ts";
import { try_provider } from "./provider/try-provider.ts";
import { claim_monthly_report } from "./people/claim-monthly-report.ts";
import { settle_monthly_report } from "./people/settle-monthly-report.ts";
import { apply } from "./declare/apply.ts";
import { drift } from "./declare/drift.ts";
import { own } from "./declare/own.ts";
import { remove } from "./declare/remove.ts";
import { restore } from "./declare/restore.ts";
import { save } from "./declare/save.ts";
import { confirm_device } from "./device/confirm-device.ts";
import { confirm_invited } from "./device/confirm-invited.ts";
import { invite_device } from "./device/invite-device.ts";
import { remove_device } from "./device/remove-device.ts";
import { renew_subscription } from "./device/renew-subscription.ts";
import { save_device } from "./device/save-device.ts";
import { test_device } from "./device/test-device.ts";
import { test_invited } from "./device/test-invited.ts";
import { withdraw_invitation } from "./device/withdraw-invitation.ts";
import { start_drill } from "./drill/start-drill.ts";
import { add_mark } from "./history/add-mark.ts";
import { remove_mark } from "./history/remove-mark.ts";
import { create_calendar_feed } from "./on-call/create-feed.ts";
import { remove_calendar_feed } from "./on-call/remove-feed.ts";
import { roll_up } from "./history/roll-up.ts";
import { deliver } from "./inbound/deliver.ts";
import { deliver_once } from "./inbound/deliver-once.ts";
import { replayed } from "./inbound/replayed.ts";
import { rotate_ping_key } from "./inbound/rotate-ping-key.ts";
import { rotate_webhook } from "./inbound/rotate-webhook.ts";
import { answer } from "./incident/answer.ts";
import { ask_to_help } from "./incident/ask-to-help.ts";
import { hand_over } from "./incident/hand-over.ts";
import { incident } from "./incident/incident.ts";
import { correct_update, delete_update } from "./incident/correct-update.ts";
import { publish } from "./incident/publish.ts";
import { unpublish } from "./incident/unpublish.ts";
import { adopt_step } from "./node/adopt-step.ts";
import { allow_retention } from "./node/allow-retention.ts";
import { beat } from "./node/beat.ts";
import { begin } from "./node/begin.ts";
import { leave } from "./node/leave.ts";
import { make_partitions } from "./node/make-partitions.ts";
import { notify_disk } from "./node/notify-disk.ts";
import { offline } from "./node/offline.ts";
import { online } from "./node/online.ts";
import { expire_rows } from "./node/expire-rows.ts";
import { add_overrides } from "./on-call/add-overrides.ts";
import { end_override } from "./on-call/end-override.ts";
import { remove_group_schedule } from "./on-call/remove-group-schedule.ts";
import { set_group_schedule } from "./on-call/set-group-schedule.ts";
import { swap_shifts } from "./on-call/swap-shifts.ts";
import { add_member } from "./people/add-member.ts";
import { remove_member } from "./people/remove-member.ts";
import { save_profile } from "./people/save-profile.ts";
import { set_people_declared_by } from "./people/set-people-declared-by.ts";
import { set_member } from "./people/set-member.ts";
import { claim_pushes } from "./push/claim-pushes.ts";
import { page_pending } from "./push/page-pending.ts";
import { renew_pushes } from "./push/renew-pushes.ts";
import { settle_push } from "./push/settle-push.ts";
import { notify_shifts } from "./shift/notify-shifts.ts";
import { create_silence } from "./silence/create-silence.ts";
import { correct_silence } from "./silence/correct-silence.ts";
import { end_silence } from "./silence/end-silence.ts";
import { claim_checks } from "./subject/claim-checks.ts";
import { command } from "./subject/command.ts";
import { pause } from "./subject/pause.ts";
import { recheck_dependents } from "./subject/recheck-dependents.ts";
import { record_unchanged } from "./subject/record-unchanged.ts";
import { return_checks } from "./subject/return-checks.ts";
import { report } from "./subject/report.ts";
import { wake_due } from "./subject/wake-due.ts";
import { announce_planned } from "./subscriber/announce-planned.ts";
import { ask_to_subscribe } from "./subscriber/ask-to-subscribe.ts";
import { claim_subscriber_mails } from "./subscriber/claim-subscriber-mails.ts";
import { confirm_subscription } from "./subscriber/confirm-subscription.ts";
import { remove_subscriber } from "./subscriber/remove-subscriber.ts";
import { settle_subscriber_mail } from "./subscriber/settle-subscriber-mail.ts";
import { unsubscribe } from "./subscriber/unsubscribe.ts";
import { inTurn } from "./declare/in-turn.ts";

export const verbs = {
  add_passkey,
  begin_provider_sign_in,
  answer_device_authorization,
  audit_export,
  audit_refusal,
  audit_refused_sign_in,
  begin_device_authorization,
  begin_session,
  end_other_sessions,
  prove_session,
  withdraw_sign_in_link,
  create_key,
  create_organization,
  create_setup_code,
  end_listed_session,
  end_provider_sessions,
  end_session,
  ensure_organization,
  invite_user,
  keep_form_answer,
  note_mailed_link,
  refuse_device_code,
  send_proof_code,
  prove_by_code,
  open_account,
  redeem_device_authorization,
  redeem_passkey,
  redeem_setup_code,
  redeem_sign_in_link,
  refuse_sign_in,
  remove_identity: inTurn(remove_identity),
  remove_passkey,
  revoke_key,
  sign_in_by_provider: inTurn(sign_in_by_provider),
  take_provider_sign_in,
  touch_key,
  touch_session,
  try_provider,
  apply: inTurn(apply),
  drift: inTurn(drift),
  own: inTurn(own),
  remove: inTurn(remove),
  restore: inTurn(restore),
  save: inTurn(save),
  confirm_device,
  confirm_invited,
  invite_device,
  remove_device: inTurn(remove_device),
  renew_subscription,
  save_device: inTurn(save_device),
  test_device,
  test_invited,
  withdraw_invitation,
  start_drill: inTurn(start_drill),
  add_mark,
  remove_mark,
  roll_up,
  deliver,
  deliver_once,
  replayed,
  rotate_ping_key: inTurn(rotate_ping_key),
  rotate_webhook: inTurn(rotate_webhook),
  answer,
  incident,
  ask_to_help,
  create_calendar_feed,
  remove_calendar_feed,
  hand_over,
  publish,
  correct_update,
  delete_update,
  unpublish,
  adopt_step,
  allow_retention,
  beat,
  begin,
  leave,
  make_partitions,
  notify_disk,
  offline,
  online,
  expire_rows,
  add_overrides: inTurn(add_overrides),
  end_override: inTurn(end_override),
  swap_shifts: inTurn(swap_shifts),
  remove_group_schedule: inTurn(remove_group_schedule),
  set_group_schedule: inTurn(set_group_schedule),
  add_member: inTurn(add_member),
  remove_member: inTurn(remove_member),
  set_member: inTurn(set_member),
  claim_monthly_report,
  settle_monthly_report,
  save_profile: inTurn(save_profile),
  set_people_declared_by,
  claim_pushes,
  page_pending,
  renew_pushes,
  settle_push,
  notify_shifts,
  create_silence,
  correct_silence,
  end_silence,
  claim_checks,
  command,
  pause,
  recheck_dependents,
  record_unchanged,
  return_checks,
  report,
  wake_due,
  announce_planned,
  ask_to_subscribe,
  claim_subscriber_mails,
  confirm_subscription,
  remove_subscriber,
  settle_subscriber_mail,
  unsubscribe,
};
