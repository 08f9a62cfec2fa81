"use client";
export { default } from "../../../../../apps/site/src/routes/pricing.tsx";
