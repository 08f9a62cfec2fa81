INSERT INTO "alerts" ("id", "definition", "is_active", "revision", "next_at", "updated_at") OVERRIDING SYSTEM VALUE
SELECT id, jsonb_build_object(
  'name', name, 'kind', kind, 'goal', null, 'filters', '[]'::jsonb, 'direction', 'both', 'sensitivity', 'normal',
  'channels', '[]'::jsonb, 'recipients', '[]'::jsonb, 'isOn', true, 'isDeleted', false
), true, 1, now(), now()
FROM (VALUES
  (9, 'Senders over budget', 'budget'),
  (10, 'Disk nearly full', 'disk')
) AS defaults (id, name, kind);
