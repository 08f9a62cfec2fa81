-- expand
-- The history says how many addresses are excluded, and no longer which.
UPDATE "changes" SET
  "before" = "before" - 'excludedAddresses',
  "after" = "after" - 'excludedAddresses'
WHERE "entity" = 'site';
