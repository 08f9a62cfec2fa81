import { useEffect, useMemo, useReducer, useRef } from "react";
import { postToHost } from "../postToHost.ts";
import type { TourWords } from "./tour.ts";
import { createTourReducer, INITIAL_TOUR } from "./tour.ts";
import { messagesBetween } from "./tourMessages.ts";

/** The walk's state; each change of it is told to the page around the demo. */
export function useTour(words: TourWords) {
  const reducer = useMemo(() => createTourReducer(words), [words]);
  const [tour, dispatch] = useReducer(reducer, INITIAL_TOUR);
  const told = useRef(tour);
  useEffect(() => {
    for (const message of messagesBetween(told.current, tour)) postToHost(message);
    told.current = tour;
  }, [tour]);
  return { tour, dispatch };
}
