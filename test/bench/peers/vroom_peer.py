"""`python vroom_peer.py INSTANCE SECONDS`: VROOM in the comparison; prints its plan. It ends by itself, often earlier."""
import json
import sys
from datetime import timedelta

import numpy
import vroom

instance = json.load(open(sys.argv[1]))
seconds = float(sys.argv[2])
jobs, vehicles, reloads = instance["jobs"], instance["vehicles"], instance["reloads"]
depot = vehicles[0]["depot"]

problem = vroom.Input()
problem.set_durations_matrix("car", numpy.array(instance["durations"], dtype=numpy.uint32))
problem.set_distances_matrix("car", numpy.array(instance["distances"], dtype=numpy.uint32))
problem.set_costs_matrix("car", numpy.array(instance["distances"], dtype=numpy.uint32))
for index, vehicle in enumerate(vehicles):
    pause = vehicle.get("pause")
    breaks = []
    if pause:
        start, end = pause["window"]
        breaks = [vroom.Break(0, [vroom.TimeWindow(int(start), int(end))], pause["seconds"])]
    problem.add_vehicle(
        vroom.Vehicle(
            index,
            start=depot,
            end=depot,
            capacity=vehicle["capacity"],
            skills=set(vehicle["skills"]),
            time_window=vroom.TimeWindow(*vehicle["shift"]),
            breaks=breaks,
            costs=vroom.VehicleCosts(fixed=vehicle["fixed"]),
        )
    )


def step(number, stop):
    return vroom.ShipmentStep(
        number,
        stop["location"],
        default_service=stop["service"],
        time_windows=[vroom.TimeWindow(*stop["window"])],
    )


for number, job in enumerate(jobs):
    skills = set(job["skills"])
    amount = vroom.Amount(job["load"])
    pickup = job.get("pickup")
    if job["kind"] == "delivery" and reloads:
        # Goods of vehicles that come back are picked up where they start.
        pickup = {"location": depot, "service": 0, "window": vehicles[0]["shift"][:1] + [10_000_000]}
    if pickup:
        problem.add_shipment(step(number, pickup), step(number, job["stop"]), amount, skills)
        continue
    stop = job["stop"]
    problem.add_job(
        vroom.Job(
            number,
            stop["location"],
            default_service=stop["service"],
            skills=skills,
            time_windows=[vroom.TimeWindow(*stop["window"])],
            **({"delivery": amount} if job["kind"] == "delivery" else {"pickup": amount}),
        )
    )
solution = problem.solve(exploration_level=5, nb_threads=1, timeout=timedelta(seconds=seconds))
routes = []
for route in solution.to_dict()["routes"]:
    found = []
    for one in route["steps"]:
        if one["type"] not in ("job", "pickup", "delivery"):
            continue
        number = one["id"]
        kind = "pickup" if one["type"] == "pickup" or jobs[number]["kind"] == "pickup" else "delivery"
        isLoading = reloads and kind == "pickup" and jobs[number]["kind"] == "delivery"
        if not isLoading:
            found.append({"job": number, "kind": kind})
        elif found and found[-1]["kind"] != "reload":
            found.append({"kind": "reload"})
    routes.append({"vehicle": route["vehicle"], "visits": found})
json.dump({"routes": routes}, sys.stdout)
