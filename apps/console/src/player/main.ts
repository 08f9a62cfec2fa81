import "./player.css";
import { startPlayer } from "./startPlayer.ts";

const root = document.getElementById("stage");
if (!root) throw new Error("player.html has no #stage.");
startPlayer(root);
