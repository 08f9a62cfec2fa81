CREATE INDEX "erasures_by_staff" ON "erasures" ("requested_at", "id") WHERE "requested_by" <> 'visitor';
