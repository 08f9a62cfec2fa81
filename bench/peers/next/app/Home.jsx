"use client";
export { default } from "../../../../apps/site/src/routes/home.tsx";
