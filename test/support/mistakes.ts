/** A manifest with about every mistake that people make, each in a place of its own. */
export const mistakes = `version: 2
project: shop
projekt: shop
include: [none.yaml]
alert_groups:
  - external_id: oncall
    title: \${TITLE}
    timezone: Europe/Berln
    priority_level: 9
  - external_id: oncall
    title: 2024
    contact_hours_all_day: yes
health_check_monitors:
  - external_id: shop
    title: Shop
    url: shop.example.com
    alert_grup: oncall
    interval_seconds: 30s
`;
