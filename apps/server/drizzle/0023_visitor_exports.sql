CREATE INDEX "data_exports_by_staff" ON "data_exports" ("requested_at", "id") WHERE "requested_by" <> 'visitor';
